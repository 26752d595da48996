import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const completeLock = (...args: string[]) =>
  new Promise<{ ok: boolean; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/complete-lock.mjs', ...args], (error, stdout, stderr) =>
      resolve({ ok: error === null, said: stdout + stderr }),
    );
  });

async function lockWithout(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  delete lock.packages[`node_modules/${name}`];
  await writeFile(file, JSON.stringify(lock));
  return file;
}

test('the lock names every platform package, so that npm ci takes it on any machine', async () => {
  for (const file of ['package-lock.json', 'bench/package-lock.json'])
    expect(await completeLock('--check', file)).toEqual({ ok: true, said: '' });
});

test('a platform package that is missing from the lock is named, and put back as npm would write it', async () => {
  const file = await lockWithout('@biomejs/cli-linux-arm64-musl');
  const before = await completeLock('--check', file);
  expect(before.ok).toBe(false);
  expect(before.said).toContain('lacks @biomejs/cli-linux-arm64-musl@');

  await completeLock(file);
  expect(await completeLock('--check', file)).toEqual({ ok: true, said: '' });
  expect(await readFile(file, 'utf8')).toBe(await readFile('package-lock.json', 'utf8'));
});
