import { renameSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getInfo } from '../../../contract/http/account.ts';
import { login, refreshToken } from '../../../contract/http/auth.ts';
import { outsideHospitals } from '../../../server/db/connection.ts';
import { createMetricsServer } from '../../../server/http/metrics.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const token = 'a token of the monitoring';
let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform({ METRICS_TOKEN: token, TRUSTED_PROXIES: '10.2.0.0/16' });
});
afterAll(() => platform?.close());

const metrics = (authorization?: string) =>
  platform.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

/** The value of a figure with these labels. */
async function figure(name: string, labels: string): Promise<number> {
  const { body } = await metrics(`Bearer ${token}`);
  const line = body.split('\n').find((one) => one.startsWith(`cloudroom_${name}{`) && one.includes(labels));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const proxy = '10.2.0.9';
const freshId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('the id of a request', () => {
  const given = '0d7c6f5e-6e0a-4b62-9d2f-2c2b1a3c4d5e';
  const answered = async (ip: string, id: string, headers: Record<string, string> = {}) =>
    (await platform.send(login, {}, { ip, headers: { 'x-request-id': id, ...headers } })).headers['x-request-id'];

  test('is the one that a trusted proxy gave', async () => {
    expect(await answered(proxy, given)).toBe(given);
  });

  test('is a new one where the proxy gave another form, because a person may have typed it', async () => {
    expect(await answered(proxy, 'chest pain')).toMatch(freshId);
  });

  test('is a new one for everybody else, also for who claims to come through a proxy', async () => {
    const ids = [await answered('8.8.8.8', given), await answered('8.8.8.8', given, { 'x-forwarded-for': proxy })];
    for (const id of ids) expect(id).toMatch(freshId);
    expect(new Set([given, ...ids]).size).toBe(3);
  });

  test.each(['/', '/healthz', '/config.json', '/api/nothing', '/api/%E0%A4%A', '/files/x/y.png'])(
    'is in the answer to %s',
    async (url) => {
      const headers = { 'x-request-id': given };
      const direct = await platform.app.inject({ url, headers, remoteAddress: '8.8.8.8' });
      expect(direct.headers['x-request-id']).toMatch(freshId);
      expect(direct.headers['x-request-id']).not.toBe(given);
      const throughProxy = await platform.app.inject({ url, headers, remoteAddress: proxy });
      expect(throughProxy.headers['x-request-id']).toBe(given);
    },
  );
});

test('every line of a request has its request id, and the trace id that a trusted proxy gave', async () => {
  const given = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { accessToken } = await platform.signIn();
  async function traced(ip: string) {
    platform.logged.length = 0;
    const headers = { traceparent: `00-${given}-00f067aa0ba902b7-01` };
    const reply = await platform.send(getInfo, {}, { token: accessToken, hospitalId: '2', ip, headers });
    const lines = platform.logged.map((line) => JSON.parse(line));
    expect(lines.map(({ what }) => what)).toEqual(['access denied', 'request']);
    for (const line of lines) expect(line).toMatchObject({ requestId: reply.headers['x-request-id'] });
    return new Set(lines.map(({ traceId }) => traceId));
  }
  expect(await traced(proxy)).toEqual(new Set([given]));
  const [traceId, ...others] = await traced('8.8.8.8');
  expect(traceId).toMatch(/^[\da-f]{32}$/);
  expect([traceId === given, others]).toEqual([false, []]);
});

test('calls are measured by name and outcome, refused sign-ins and renewals by themselves', async () => {
  const ip = '10.77.0.1';
  const before = await figure('call_seconds_count', 'call="/doctor/auth/login",outcome="refused"');
  await platform.call(login, { username: 'nobody', password }, { ip });
  const { refreshToken: presented } = await platform.signIn();
  await platform.call(refreshToken, { refreshToken: presented });
  await platform.call(refreshToken, { refreshToken: 'unknown' });
  expect(await figure('call_seconds_count', 'call="/doctor/auth/login",outcome="refused"')).toBe(before + 1);
  expect(await figure('call_seconds_count', 'call="/doctor/auth/login",outcome="ok"')).toBeGreaterThan(0);
  expect(await figure('refused_sign_ins_total', 'code="1002000000"')).toBeGreaterThan(0);
  expect([await figure('token_renewals_total', '"ok"'), await figure('token_renewals_total', '"refused"')]).toEqual([
    1, 1,
  ]);
});

test('a limit that refuses calls is counted', async () => {
  for (let tries = 0; tries < 12; tries += 1)
    await platform.call(login, { username: 'guessed', password: 'x' }, { ip: '10.77.0.2' });
  expect(await figure('rate_limited_total', 'call="/doctor/auth/login"')).toBeGreaterThan(0);
});

test('figures of the queues and sockets are those of the platform', async () => {
  const { body } = await metrics(`Bearer ${token}`);
  for (const figures of [
    'queue_length{queue="orders"} 0',
    'queue_oldest_seconds{queue="reviews"} 0',
    'sockets{kind="doctor"} 0',
  ])
    expect(body).toContain(`cloudroom_${figures}\n`);
});

test('the metrics are closed without the token, and a listener of their own serves nothing else', async () => {
  expect((await metrics()).statusCode).toBe(401);
  expect((await metrics('Bearer a token of somebody')).statusCode).toBe(401);
  const server = createMetricsServer(platform.observation.metrics, null).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
  expect((await fetch(`${url}/api/doctor/auth/login`)).status).toBe(404);
  server.close();
});

test('a platform is ready while its database answers, and names the part that does not', async () => {
  expect((await platform.app.inject('/readyz')).json()).toEqual({ status: 'ok' });
  let serving = false;
  platform.observation.readiness.add('draining', () => serving);
  const reply = await platform.app.inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'failing', failing: ['draining'] }]);
  serving = true;
  expect((await platform.app.inject('/readyz')).statusCode).toBe(200);
});

test('a folder of files that cannot be written to is named, without the process being taken out of service', async () => {
  const incoming = join(platform.dataDir, 'files', 'incoming');
  const probe = async () => {
    platform.clock.now += 11_000;
    const reply = await platform.app.inject('/readyz');
    return [reply.statusCode, reply.json()];
  };
  renameSync(incoming, `${incoming}-away`);
  await expect.poll(probe).toEqual([200, { status: 'ok', degraded: ['files'] }]);
  expect(await figure('part_works', 'part="files"')).toBe(0);
  renameSync(`${incoming}-away`, incoming);
  await expect.poll(probe).toEqual([200, { status: 'ok' }]);
  expect(await figure('part_works', 'part="files"')).toBe(1);
});

test('a watched part is not asked again by every probe', async () => {
  let asked = 0;
  platform.observation.readiness.watch('counted', () => ++asked > 0);
  for (let n = 0; n < 5; n += 1) await platform.app.inject('/readyz');
  expect(asked).toBe(1);
});

test('however many ask whether the platform is ready, its database is asked once a second', async () => {
  const db = outsideHospitals(platform.db);
  const { execute } = db;
  onTestFinished(() => void Object.assign(db, { execute }));
  let statements = 0;
  Object.assign(db, {
    execute(query: never) {
      statements += 1;
      return execute.call(db, query);
    },
  });
  const ask = async () => (await platform.app.inject('/readyz')).statusCode;
  platform.clock.now += 1_000;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
  expect([await ask(), await ask(), statements]).toEqual([200, 200, 2]);
  platform.clock.now += 1_000;
  expect([await ask(), await ask(), statements]).toEqual([200, 200, 4]);
});

test('a part that does not answer in time is not ready', async () => {
  platform.observation.readiness.add('bus', () => new Promise<boolean>(() => {}));
  expect((await platform.app.inject('/readyz')).json()).toEqual({ status: 'failing', failing: ['bus'] });
  platform.observation.readiness.add('bus', () => true);
});
