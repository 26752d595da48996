import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getQualification, updateQualification } from '../../../contract/http/account.ts';
import { login } from '../../../contract/http/auth.ts';
import type { Operation } from '../../../contract/operation.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { demoPassword } from '../../support/signIn.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Ended = { code: number; stdout: string; stderr: string };
const run = promisify(execFile);
const admin = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  run(process.execPath, ['--import', 'tsx', 'server/admin/main.ts', ...args], { env: { ...process.env, ...env } }).then(
    (ended) => ({ code: 0, ...ended }),
    (ended: Ended) => ended,
  );

type Shown = { id: string; practiceCertNo: string; auditStatus: number; revision: unknown };

/** Doctor 01, signed in. */
async function doctorOf(platform: Platform) {
  let token = '';
  async function call<T>(operation: Operation, body?: object): Promise<T> {
    const headers = { 'tenant-id': '1', 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const reply = await fetch(`${platform.url}/api${operation.path}`, {
      method: operation.method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, data } = (await reply.json()) as { code: number; data: T };
    expect(code).toBe(200);
    return data;
  }
  const account = { username: 'doctor01', password: demoPassword };
  token = (await call<{ accessToken: string }>(login, account)).accessToken;
  const shown = () => call<Shown>(getQualification);
  return {
    shown,
    submit: async (practiceCertNo: string) => call(updateQualification, { ...(await shown()), practiceCertNo }),
  };
}

const idIn = ({ stdout }: Ended) => /^(\d+) {2}doctor01/m.exec(stdout)?.[1] ?? '';

/** Reviews by the command while the platform runs. */
async function reviewsBeside(platform: Platform, env: Record<string, string>) {
  const doctor = await doctorOf(platform);
  const before = await doctor.shown();
  expect(before).toMatchObject({ auditStatus: 1, revision: null });

  await doctor.submit('NEW-1');
  const first = await admin(env, 'list');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('NEW-1') });
  expect(await admin(env, 'reject', idIn(first), '--reason', 'The picture is blurred')).toMatchObject({ code: 0 });
  expect(await doctor.shown()).toMatchObject({
    id: before.id,
    auditStatus: 1,
    practiceCertNo: before.practiceCertNo,
    revision: { auditStatus: 2, auditRemark: 'The picture is blurred', practiceCertNo: 'NEW-1' },
  });

  await doctor.submit('NEW-2');
  const second = await admin(env, 'list');
  expect(await admin(env, 'reject', idIn(second))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--reason'),
  });
  expect(await admin(env, 'approve', idIn(second), '--until', '2099-12-31')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Approved: .*doctor01.* until 2099-12-31 23:59/),
  });
  expect(await doctor.shown()).toMatchObject({
    auditStatus: 1,
    practiceCertNo: 'NEW-2',
    expireTime: Date.parse('2099-12-31T23:59:59.999+08:00'),
    revision: null,
  });
  expect(await admin(env, 'approve', idIn(second))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('submitted again'),
  });
}

describe('on the embedded database', () => {
  let platform: Platform;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
    platform = await startPlatform({ dataFolder: folder });
    env = { DATA_DIR: folder, DATABASE_URL: '' };
  });
  afterAll(async () => {
    await platform?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('certificates are rejected and approved while the platform runs', () => reviewsBeside(platform, env));

  test('only users who can read the platform’s files reach its admin port', async () => {
    const file = join(folder, 'admin.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { port, secret } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; secret: string };
    const statusOf = async (headers: Record<string, string>, call: unknown = { args: ['list'], by: 'x' }) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: JSON.stringify(call) })).status;
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ authorization: 'Bearer guess' })).toBe(403);
    const own = { authorization: `Bearer ${secret}` };
    expect(await statusOf(own)).toBe(200);
    const broken = ['reject', '1', '--reason', 'canary\ud800'];
    for (const call of [null, {}, { args: broken, by: 'x' }, { args: ['canary\0'], by: 'x' }, { args: [], by: '\0' }])
      expect(await statusOf(own, call)).toBe(400);
    expect(platform.output()).not.toContain('canary');
  });

  test('the command works after the platform was killed, and the next start has its changes', async () => {
    await (await doctorOf(platform)).submit('NEW-4');
    await platform.kill();
    const listed = await admin(env, 'list');
    expect(listed.stdout).toContain('NEW-4');
    expect(await admin(env, 'approve', idIn(listed))).toMatchObject({ code: 0 });
    await platform.restart();
    expect(await (await doctorOf(platform)).shown()).toMatchObject({ practiceCertNo: 'NEW-4', revision: null });
  });

  test('without a database the command creates none', async () => {
    const ended = await admin({ ...env, DATA_DIR: join(folder, 'nowhere') }, 'list');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database in') });
  });
});

describe.skipIf(!hasPostgres)('on a PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let platform: Platform;
  beforeAll(async () => {
    server = await startPostgres();
    platform = await startPlatform({ env: { DATABASE_URL: await server.database() } });
  });
  afterAll(async () => {
    await platform?.stop();
    await server?.stop();
  });

  test('certificates are rejected and approved while the platform runs', () =>
    reviewsBeside(platform, { DATA_DIR: platform.dataFolder, DATABASE_URL: server.lastUrl() }));
});
