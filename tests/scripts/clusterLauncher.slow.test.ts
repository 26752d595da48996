import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { login } from '../../contract/http/auth.ts';
import { freePort } from '../../scripts/services.ts';
import { hasPostgres } from '../support/postgres.ts';
import { hasRedis } from '../support/redis.ts';

vi.setConfig({ testTimeout: 180_000 });

/** A folder in which `npm run cluster` runs this product's launchers with what is built. */
async function product() {
  const root = await mkdtemp(join(tmpdir(), 'cluster-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  // PostgreSQL's user must reach the data folder.
  await chmod(root, 0o755);
  const manifest = { name: 'cluster', version: '1.0.0', type: 'module' };
  // Where there are no sources, what is built is current.
  for (const part of ['dist', 'scripts', 'package-lock.json']) await cp(part, join(root, part), { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  const scripts = { cluster: 'node scripts/cluster.mjs' };
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  return root;
}

type Running = { pid: number; parent: number; command: string };

function runningNow(): Running[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** A process and all that it has started, directly or not. */
function treeOf(pid: number, all = runningNow()): Running[] {
  const below = all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(child.pid, all));
  return [...all.filter((one) => one.pid === pid), ...below];
}

/** Starts three processes through npm; resolves once they serve. */
async function started(env: Record<string, string> = {}) {
  const root = await product();
  const url = `http://127.0.0.1:${await freePort()}`;
  const npm: ChildProcess = spawn('npm', ['run', 'cluster', '--', '3'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(root, 'data'), PORT: new URL(url).port, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as in a terminal.
    detached: true,
  });
  const group = npm.pid;
  if (group === undefined) throw new Error('npm does not start');
  let tree: Running[] = [];
  const left = () =>
    runningNow().filter((now) => tree.some(({ pid, command }) => pid === now.pid && command === now.command));
  onTestFinished(() => {
    for (const { pid } of tree.length > 0 ? left() : treeOf(group)) process.kill(pid, 'SIGKILL');
  });
  await new Promise<void>((serving, failed) => {
    let said = '';
    npm.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Cloudroom is ready')) serving();
    });
    npm.once('exit', () => failed(new Error(`npm ended before the processes served:\n${said}`)));
  });
  tree = treeOf(group);
  function pidOf(part: string): number {
    const found = tree.find(({ command }) => /^\S*node /.test(command) && command.includes(part));
    if (!found) throw new Error(`${part} does not run`);
    return found.pid;
  }
  return { url, group, tree, left, pidOf };
}

const count = (tree: readonly Running[], part: string) => tree.filter(({ command }) => command.includes(part)).length;

describe.skipIf(!hasPostgres || !hasRedis)('npm run cluster', () => {
  test('serves the workstation and its calls behind one address, and Ctrl+C ends all of it', async () => {
    const { url, group, tree, left } = await started();
    expect([count(tree, 'dist/server/main.js'), count(tree, 'bin/redis-server')]).toEqual([3, 2]);
    const page = await (await fetch(url)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
    const reply = await fetch(`${url}/api${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tenant-id': '1' },
      body: JSON.stringify({ username: 'doctor01', password: 'Cloudroom2026' }),
    });
    expect(await reply.json()).toMatchObject({ code: 200 });
    process.kill(-group, 'SIGINT');
    await expect.poll(left, { timeout: 40_000, interval: 200 }).toEqual([]);
  });

  test.each(['scripts/cluster.mjs', 'scripts/runCluster.ts'])('after a kill -9 of %s nothing is left', async (part) => {
    const { left, pidOf } = await started({ SEED: '0' });
    process.kill(pidOf(part), 'SIGKILL');
    await expect.poll(left, { timeout: 40_000, interval: 200 }).toEqual([]);
  });
});
