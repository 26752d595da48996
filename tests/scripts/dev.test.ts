import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const locked = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/one': { version, dev: true } } });

/** A copy of the commands in a folder whose installed package has another version than its package-lock.json. */
async function outdatedFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cloudroom-dev-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('scripts', join(folder, 'scripts'), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'package-lock.json'), locked('2.0.0'));
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), locked('1.0.0'));
  return folder;
}

test('the development server replaces no installed packages without asking', async () => {
  const folder = await outdatedFolder();
  const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(process.execPath, ['scripts/dev.mjs'], { cwd: folder }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
    child.stdin?.end();
  });
  expect(said).toBe(
    'The installed packages are not those of package-lock.json. Run "npm ci", then this command again.\n',
  );
  expect(code).toBe(1);
  expect(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).toBe(locked('1.0.0'));
});
