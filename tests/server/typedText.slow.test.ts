import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { boundary, formWith, type Request } from '../support/callRequests.ts';
import { allCalls, type CallWorld, openCallWorld } from '../support/callWorld.ts';
import { newMessageId } from '../support/messageId.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The beginning of every typed text of this file, so that it can be searched for in all output. */
const marker = 'zqz';
/** The beginning of texts whose statements fail. */
const failingMarker = 'zqf';
const preload = new URL('../support/failingStatements.mjs', import.meta.url).href;

let platform: Platform;
let world: CallWorld;
const answers: string[] = [];

async function send({ method, url, headers, payload }: Request, ip = '10.9.9.9'): Promise<string> {
  const body = typeof payload === 'string' || payload === undefined ? payload : new Uint8Array(payload);
  const reply = await fetch(`${platform.url}${url}`, {
    method,
    headers: { ...headers, 'x-forwarded-for': ip },
    ...(body === undefined ? {} : { body }),
  });
  const answer = await reply.text();
  answers.push(answer);
  return answer;
}

beforeAll(async () => {
  const faults = { NODE_OPTIONS: `--import ${preload}`, FAILING_MARKER: failingMarker };
  const env = { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1', ...faults };
  platform = await startPlatform({ env });
  world = await openCallWorld(send);
}, 240_000);
afterAll(() => platform?.stop());

let typed = 0;
/** A unique typed text. */
const next = (begins: string) => `${begins}${(++typed).toString(36)}`;

/** Calls that would end the session of these tests, whose doctor has the id of an example. */
const endingSessions = ['endStaffSession', 'endStaffSessions', 'setStaffDisabled', 'resetStaffPassword'];

async function callAll(type: () => string, isKnown = true) {
  for (const [name, operation] of allCalls.filter(([called]) => isKnown || !endingSessions.includes(called)))
    for (const input of world.inputsOf(name, operation, type, isKnown)) await world.call(name, operation, input);
}

async function say(content: string) {
  const auth = { token: world.doctor, tenantId: '1' };
  const link = io(platform.url, { path: '/infra/im', transports: ['websocket'], auth, reconnection: false });
  const message = { clientMessageId: newMessageId(), conversationId: world.conversationId, type: 101 };
  const answer: unknown = await link
    .timeout(1_000)
    .emitWithAck('message:send', { ...message, content: JSON.stringify({ content }) })
    .catch(() => 'no answer');
  link.disconnect();
  return answer;
}

test('failed statements are logged without typed text', async () => {
  await callAll(() => next(failingMarker));
  await callAll(() => next(failingMarker), false);
  expect(await say(next(failingMarker))).toBe('no answer');
  const faults = answers.filter((answer) => answer.includes('"code":500'));
  expect(faults.length).toBeGreaterThan(30);
  expect(new Set(faults)).toEqual(new Set(['{"code":500,"msg":"Server error","data":null}']));
  expect(platform.output()).toMatch(/"fault":"DrizzleQueryError","statement":"insert quick_reply"/);
  expect(platform.output()).toMatch(/"code":"22P02","table":"case_info","constraint":"case_key"/);
  expect(platform.output()).toContain('the socket gateway failed');
});

test('refused and unreadable requests are logged without typed text', async () => {
  const type = () => next(marker);
  await callAll(() => `${type()}\ud800`);
  await callAll(type, false);
  await say(`${type()}\0`);
  const json = { 'tenant-id': '1', 'content-type': 'application/json' };
  const form = {
    ...json,
    authorization: `Bearer ${world.doctor}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  const report = { 'violated-directive': 'script-src', 'blocked-uri': `https://x.example/${type()}` };
  const odd: Request[] = [
    { method: 'POST', url: '/api/doctor/auth/login', headers: json, payload: `{"username":"${type()}` },
    { method: 'POST', url: `/api/${type()}?keyword=${type()}`, headers: json, payload: JSON.stringify(type()) },
    { method: 'GET', url: `/${type()}?keyword=${type()}`, headers: {} },
    { method: 'GET', url: `/api/%E0%A4%A${type()}`, headers: {} },
    { method: 'GET', url: `/files/${type()}/${type()}.pdf`, headers: {} },
    { method: 'POST', url: '/api/infra/file/upload', headers: form, payload: formWith(type()).subarray(0, 110) },
    { method: 'POST', url: '/api/infra/file/upload', headers: form, payload: formWith(`${type()}.exe`) },
    { method: 'POST', url: '/api/csp-report', headers: json, payload: JSON.stringify({ 'csp-report': report }) },
    ...[
      'user-agent',
      'accept-language',
      'idempotency-key',
      'tenant-id',
      'authorization',
      'origin',
      'cookie',
      'x-request-id',
      'traceparent',
    ].map(
      (header): Request => ({
        method: 'GET',
        url: '/api/doctor/info/get-info',
        headers: { ...json, [header]: type() },
      }),
    ),
  ];
  for (const request of odd) await send(request, type());
});

test('accepted requests are logged without typed text', async () => {
  await callAll(() => next(marker));
  expect(await say(next(marker))).toMatchObject({ ok: false, why: 'conversationClosed' });
  expect(platform.output()).toContain('/api/prescription/doctor/case/addOrUpdateCaseInfo');
});

test('no output of the platform contains typed text', async () => {
  await platform.stop();
  const said = platform
    .output()
    .split('\n')
    .filter((line) => line.includes(marker) || line.includes(failingMarker));
  expect({ typed: typed > 1_000, said }).toEqual({ typed: true, said: [] });
});
