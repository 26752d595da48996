import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../tests/support/platform.ts';
import { hasPostgres, startPostgres } from '../../tests/support/postgres.ts';
import { runsOf } from '../amounts.ts';
import { table } from '../results.ts';
import { median } from '../row.ts';

const starts = runsOf(5);
/** What a hospital may wait for at most. */
const limitMs = 2_000;

/** A server that answers every request and does nothing else: no process of Node is ready sooner. */
const bare = `import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

/** Milliseconds from the start of a process until its address answers. */
async function readyAfter(args: string[], path: string, env: Record<string, string>) {
  const since = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    const [url] = /http:\/\/[^\s/]+:\d+/.exec(said) ?? [];
    if (url === undefined) continue;
    if ((await fetch(`${url}${path}`)).status !== 200) throw new Error(`${path} is not ready`);
    break;
  }
  const ms = performance.now() - since;
  child.kill('SIGTERM');
  await exit;
  return ms;
}

async function several(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < starts; n += 1) times.push(await work());
  return times;
}

/** How long the built platform takes from the start of its process until it is ready, on a migrated and seeded database. */
export async function startBench(): Promise<string> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' });
  process.env.BUILT_PLATFORM = '1';
  const limit = median(await several(() => readyAfter(['--input-type=module', '-e', bare], '/', {})));
  const rows: string[][] = [];
  async function measure(name: string, env: Record<string, string>, dataFolder: string) {
    await (await startPlatform({ env, dataFolder })).stop();
    const run = () => readyAfter(['dist/server/main.js'], '/readyz', { ...env, DATA_DIR: dataFolder, PORT: '0' });
    const times = await several(run);
    const [middle, slowest] = [median(times), Math.max(...times)];
    const verdict = slowest < limitMs ? 'met' : 'missed';
    rows.push([
      name,
      ...[middle, slowest, limit].map((ms) => `${ms.toFixed(0)} ms`),
      (middle / limit).toFixed(1),
      verdict,
    ]);
  }
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'cloudroom-start-')));
  const [embedded = '', beside = ''] = folders;
  await measure('embedded', {}, embedded);
  if (hasPostgres) {
    const server = await startPostgres();
    await measure('PostgreSQL', { DATABASE_URL: await server.database() }, beside);
    await server.stop();
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  return table(['database', 'ready, median of 5', 'slowest', 'bare Node server', 'ratio', 'under 2 s'], rows);
}
