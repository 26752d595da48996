import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { type Platform, program, startPlatform } from '../support/platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: Platform;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  platform = await startPlatform({ dataFolder: folder });
}, 180_000);
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** Starts the platform with an error; resolves to its exit code and output. */
async function failing(environment: Record<string, string>) {
  const child = spawn(process.execPath, program(), {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, lines: said.trim().split('\n') };
}

const get = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${platform.url}${path}`, { ...init, headers: { 'tenant-id': '1', ...init.headers } });
  return (await reply.json()) as { code: number; data: never };
};
const signIn = () =>
  get('/api/doctor/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'doctor01', password: 'Cloudroom2026' }),
  });

test('the demonstration hospital is seeded: a doctor signs in and patients wait', async () => {
  const { data } = await signIn();
  const { accessToken } = data as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const waiting = (await get('/api/consult/consult-cloud/awaitList', { headers })).data as unknown[];
  expect(waiting.length).toBeGreaterThanOrEqual(10);
  expect((await get('/api/consult/consult-order/getOrderNum', { headers })).data).toMatchObject({ awaitNum: 10 });
});

test('a platform without demonstration mode has none of its calls', async () => {
  const asked = ['/demonstration.json', '/demonstration/restart', '/demonstration/oneMore'];
  const methods = ['GET', 'POST', 'POST'];
  const answers = await Promise.all(
    asked.map((path, at) => fetch(`${platform.url}${path}`, { method: methods[at] ?? '' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('a second process on the same data folder reports the first one and ends', async () => {
  const { code, lines } = await failing({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^The data folder .* is in use by process \d+\./)]);
});

test.each([
  ['PORT', 'eighty', /^PORT=eighty is not usable: must be a number/],
  ['PORT', '70000', /^PORT=70000 is not usable/],
  ['DATABASE_URL', 'mysql://x', /^DATABASE_URL is not usable: must start with postgres/],
  ['PUBLIC_ORIGINS', 'desk.example', /^PUBLIC_ORIGINS=desk.example is not usable/],
])('the setting %s=%s is refused in one clear line', (name, value, line) => {
  expect(() => readSettings({ [name]: value }, [])).toThrow(line);
});

test.each([
  ['PORT', 'eighty', 'PORT=eighty is not usable: must be a number'],
  [
    'DATABASE_URL',
    'postgres://127.0.0.1:1/x',
    /^The database postgres:\/\/127\.0\.0\.1:1\/x cannot be used: .*ECONNREFUSED/,
  ],
  ['DATA_DIR', '/dev/null/data', /^The data folder \/dev\/null\/data cannot be written: /],
  ['DATA_DIR', '/proc/absent/data', /^The data folder \/proc\/absent\/data cannot be written: /],
])('the platform started with %s=%s ends and prints one clear line', async (name, value, line) => {
  const { code, lines } = await failing({ DATA_DIR: join(folder, 'other'), [name]: value });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
});

test('a migration ends when it is done, though its input stays open', async () => {
  const child = spawn(process.execPath, [...program(), '--migrate'], {
    env: { ...process.env, DATA_DIR: join(folder, 'migrated'), ENDS_WITH_STDIN: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
});

test('a busy port is reported in one line', async () => {
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, lines } = await failing({ DATA_DIR: join(folder, 'busy'), SEED: '0', PORT: String(port) });
  taken.close();
  expect([code, lines]).toEqual([1, [`Port ${port} is in use. Stop the program that uses it, or set PORT.`]]);
});

test('on a signal it stops cleanly, releases its folder, and restarts with all data', async () => {
  const before = (await signIn()).data as { accessToken: string };
  expect(await platform.stop()).toBe(0);
  expect(() => readFileSync(join(folder, 'server.lock'))).toThrow('ENOENT');
  await platform.restart();
  const headers = { authorization: `Bearer ${before.accessToken}` };
  expect((await get('/api/doctor/auth/get-doctor-info', { headers })).code).toBe(200);
});

test('after a kill it restarts by itself, and every session is still valid', async () => {
  const before = (await signIn()).data as { accessToken: string };
  await platform.kill();
  writeFileSync(join(folder, 'note'), 'killed');
  await platform.restart();
  const headers = { authorization: `Bearer ${before.accessToken}` };
  expect((await get('/api/doctor/auth/get-doctor-info', { headers })).code).toBe(200);
});

const preloaded = (code: string) => `--import data:text/javascript,${encodeURIComponent(code)}`;

/** Throws twice where nobody catches it. */
const thrower = `
process.on('SIGUSR2', () => {
  setTimeout(() => { throw new Error('zqz typed'); });
  void Promise.reject(new Error('zqz typed'));
});`;

test('an error that nobody catches is logged without its text, and the platform goes on', async () => {
  const one = await startPlatform({ env: { NODE_OPTIONS: preloaded(thrower), SEED: '0' } });
  process.kill(one.pid(), 'SIGUSR2');
  await expect.poll(() => one.output().match(/"uncaught error"/g)?.length, { timeout: 30_000 }).toBe(2);
  expect(one.output()).not.toContain('zqz');
  expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
  expect(await one.stop()).toBe(0);
});

/** Node asks for the network interfaces when a server listens on every address, which a sandbox may forbid. */
const withoutInterfaces = `
import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
os.networkInterfaces = () => { throw new Error('zqz forbidden'); };
syncBuiltinESMExports();`;

test('a process that nobody could start completely ends, instead of answering without its jobs', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const environment = { NODE_OPTIONS: preloaded(withoutInterfaces), HOST: '0.0.0.0', SEED: '0', DATA_DIR: data };
  const { code, lines } = await failing(environment);
  rmSync(data, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(lines.join()).not.toContain('zqz');
});

const open = (path: string): string[] => {
  const { mode } = lstatSync(path);
  const inside = lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => open(join(path, name))) : [];
  return (mode & 0o077) === 0 ? inside : [path, ...inside];
};

/** As a shell with another umask starts the platform; threads cannot set it. */
const openToAll = "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.umask(0);";

test('whatever the umask, nothing in the data folder is open to other accounts, and what was is closed', async () => {
  const dataDir = join(folder, 'private');
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
  for (const path of ['files/ab/voice', 'note']) writeFileSync(join(dataDir, path), 'x');
  for (const path of ['', 'files', 'files/ab', 'files/ab/voice', 'note']) chmodSync(join(dataDir, path), 0o777);
  const one = await startPlatform({
    env: { DATA_DIR: dataDir, NODE_OPTIONS: preloaded(openToAll), SEED: '0' },
  });
  await expect.poll(() => open(dataDir), { timeout: 10_000 }).toEqual([]);
  expect(one.output()).toMatch(/\d+ files and folders in .*private were open to other accounts; they are closed now\./);
  expect(await one.stop()).toBe(0);
  expect(open(dataDir)).toEqual([]);
});

test('a migration leaves nothing open to other accounts, so that the next start finds nothing to close', async () => {
  const dataDir = join(folder, 'migratedOpen');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o700);
  const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: preloaded(openToAll) };
  const child = spawn(process.execPath, [...program(), '--migrate'], { env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(open(dataDir)).toEqual([]);
}, 180_000);
