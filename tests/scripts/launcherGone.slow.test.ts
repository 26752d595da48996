import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 90_000 });

/** A folder in which `npm start` runs this product's launcher and platform, with a workstation that needs no build. */
async function product() {
  const root = await mkdtemp(join(tmpdir(), 'launched-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manifest = { name: 'launched', version: '1.0.0', type: 'module', scripts: { start: 'node scripts/start.mjs' } };
  for (const folder of ['dist', 'data']) await mkdir(join(root, folder));
  // Where there are no sources, what is built is current.
  await cp('dist/server', join(root, 'dist/server'), { recursive: true });
  await writeFile(join(root, 'dist/.built-from'), '');
  await cp('scripts', join(root, 'scripts'), { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
  await cp('package-lock.json', join(root, 'package-lock.json'));
  return root;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const parentOf = (pid: number) => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));

/** Starts the platform through npm, by `command`; resolves once it serves. */
async function started(command = ['npm', 'start']) {
  const root = await product();
  const [program = '', ...args] = command;
  const npm: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(root, 'data'), PORT: '0', SEED: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const npmPid = npm.pid ?? 0;
  onTestFinished(() => void npm.kill('SIGKILL'));
  await new Promise<void>((serving, failed) => {
    npm.stdout?.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Cloudroom is ready')) serving();
    });
    npm.once('exit', () => failed(new Error('npm ended before the platform served')));
  });
  const lock = join(root, 'data/server.lock');
  const server = Number((await readFile(lock, 'utf8')).split(' ')[0]);
  onTestFinished(() => {
    if (isAlive(server)) process.kill(server, 'SIGKILL');
  });
  return { npmPid, launcher: parentOf(server), server, lock };
}

/** The server has ended by itself and has released its data folder, which a killed one does not. */
async function serverEnds({ server, lock }: { server: number; lock: string }) {
  await expect.poll(() => isAlive(server), { timeout: 8_000, interval: 100 }).toBe(false);
  await expect(readFile(lock)).rejects.toThrow('ENOENT');
}

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm ends the server and frees its data folder', async (signal) => {
  const { npmPid, ...run } = await started();
  process.kill(npmPid, signal);
  await serverEnds(run);
});

test('npm may be started with its input closed, and its end ends the server', async () => {
  const { npmPid, ...run } = await started(['sh', '-c', 'exec npm start <&-']);
  process.kill(npmPid, 'SIGKILL');
  await serverEnds(run);
});

const hasScript = existsSync('/usr/bin/script');
if (!hasScript) process.stderr.write('\n*** NO script(1) ON THIS MACHINE: a closed terminal was not tested ***\n\n');

test.skipIf(!hasScript)('a closed terminal ends the server and frees its data folder', async () => {
  const { npmPid: terminal, ...run } = await started(['script', '-qfc', 'npm start', '/dev/null']);
  process.kill(terminal, 'SIGKILL');
  await serverEnds(run);
});

test.each(['SIGKILL', 'SIGHUP'] as const)(
  '%s to the launcher ends the server and frees its data folder',
  async (signal) => {
    const { launcher, ...run } = await started();
    process.kill(launcher, signal);
    await serverEnds(run);
  },
);
