import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cache } from '../support/dataFolder.ts';
import { migratedFolder } from '../support/engines.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const built = resolve(cache, `server-${process.pid}`);
beforeAll(() => void execFileSync(process.execPath, ['scripts/serverBuild.mjs', built]));
afterAll(() => rmSync(built, { recursive: true, force: true }));

async function dataFolder(): Promise<string> {
  const folder = await migratedFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a built program without an input, as systemd does. */
function run(name: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(built, `${name}.js`), ...args], {
    env: { ...process.env, PORT: '0', SEED: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** The processor time of a process's main thread, in ms; clock ticks are hundredths of a second. */
function workMs(pid: number): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ');
  const [user = '', system = ''] = fields.join(' ').split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** The processor time in which this machine now loads three of the server's libraries, in ms. */
function librariesMs(): number {
  const load = `await Promise.all(['fastify', 'drizzle-orm/pg-core', 'zod'].map((name) => import(name)));
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1_000);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', load], { encoding: 'utf8' }));
}

test('the built platform serves a migrated database after little work, and stops on a signal', async () => {
  const folder = await dataFolder();
  const { child, said, ended } = run('main', [], { DATA_DIR: folder });
  await expect.poll(said, { timeout: 100_000, interval: 10 }).toContain('Cloudroom is ready at');
  // A start is little more than loading its libraries, on any machine; with TypeScript loaded at run time it is several times that.
  if (existsSync('/proc')) expect(workMs(child.pid ?? 0)).toBeLessThan(5 * librariesMs());
  const [address] = /http:\S+/.exec(said()) ?? [''];
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(join(folder, 'server.lock'))).toBe(false);
});

test('it migrates an empty database and ends when it is asked to', async () => {
  const folder = join(await dataFolder(), 'new');
  const { said, ended } = run('main', ['--migrate'], { DATA_DIR: folder });
  expect(await ended).toBe(0);
  expect(said()).toMatch(/^The database is migrated to \d{4}_\w+\.$/m);
});

test('the built administration, simulator and backup run as well', async () => {
  const DATA_DIR = await dataFolder();
  const admin = run('admin', ['list'], { DATA_DIR });
  expect([await admin.ended, admin.said()]).toEqual([0, 'No certificates wait for a review.\n']);
  const simulator = run('simulator', ['--help'], {});
  expect([await simulator.ended, simulator.said()]).toEqual([0, expect.stringContaining('npm run simulate')]);
  const backup = run('backup', ['create', join(DATA_DIR, 'backup')], { DATA_DIR });
  expect([await backup.ended, backup.said()]).toEqual([0, expect.stringMatching(/^Backed up \d+ rows of \d+ tables/)]);
});

test('everything that is read at run time is beside the code', () => {
  for (const file of [
    'accounts/commonPasswords.txt.gz',
    'db/migrations/meta/_journal.json',
    'db/embedded/worker.mjs',
    'clinicalTables/data/generics.json',
  ])
    expect(existsSync(join(built, file)), file).toBe(true);
  expect(existsSync(join(built, 'main.ts'))).toBe(false);
});
