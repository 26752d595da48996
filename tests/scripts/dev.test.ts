import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

const platform = `import { createServer } from 'node:http';
console.log('platform with', ...process.argv.slice(2));
createServer((_, answer) => answer.end()).listen(process.env.PORT);
process.on('SIGTERM', () => process.exit());
process.stdin.on('end', () => process.exit()).resume();`;

const vite = `export const createServer = async () => ({
  listen: async () => {},
  close: async () => {},
  printUrls: () => console.log('Local: http://localhost:5173/'),
  resolvedUrls: { local: ['http://localhost:5173/'] },
});`;

/** A folder with the commands, and fakes of the platform and of Vite. */
async function smallFolder() {
  const folder = await outdatedFolder();
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), locked('2.0.0'));
  await symlink(resolve('node_modules/tsx'), join(folder, 'node_modules/tsx'));
  for (const name of ['server', 'contract', 'clinical', 'simulator', 'node_modules/vite'])
    await mkdir(join(folder, name));
  await writeFile(join(folder, 'server/main.ts'), platform);
  await writeFile(join(folder, 'node_modules/vite/package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(join(folder, 'node_modules/vite/index.js'), vite);
  return folder;
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What `npm run dev` says until its workstation is open. */
async function saidBy(args: readonly string[]) {
  const cwd = await smallFolder();
  const env = { ...process.env, PLATFORM_PORT: `${await freePort()}` };
  const child = spawn(process.execPath, ['scripts/dev.mjs', ...args], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toContain('Local');
  const over = once(child, 'close');
  child.kill('SIGTERM');
  await over;
  return said.trim().split('\n');
}

test('the development server names the workstation alone, and the workbench in a demonstration', async () => {
  expect(await saidBy([])).toEqual([
    'platform with --with-patients --workbench --no-address',
    'Local: http://localhost:5173/',
  ]);
  expect(await saidBy(['--demo'])).toEqual([
    'platform with --with-patients --workbench --no-address --demo',
    'Local: http://localhost:5173/',
    '  ➜  Workbench: http://localhost:5173/workbench',
  ]);
});
