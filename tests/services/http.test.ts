import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../src/services/config.ts';
import { createHttp, mayCarryToken, toSearch } from '../../src/services/http.ts';
import { createServerClock } from '../../src/services/serverClock.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let seen: Seen[] = [];
let answer: { status: number; type: string; body: string } = { status: 200, type: 'application/json', body: '{}' };
const platform = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
});
let origin = '';

beforeAll(
  () =>
    new Promise<void>((resolve) => {
      platform.listen(0, '127.0.0.1', () => {
        origin = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
        resolve();
      });
    }),
);
afterAll(() => {
  platform.close();
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, type: 'application/json', body: '{"code":200,"msg":"","data":[1]}' };
});

const open = (written: object = {}) =>
  createHttp({
    config: { current: parseConfig({ apiHost: origin, ...written }, 'https://page.example') },
    hospitalId: () => '7',
    language: () => 'zh-CN',
    clock: createServerClock(() => 0),
  });

test('a direction override that somebody typed is visible and without effect in every answer', async () => {
  answer.body = JSON.stringify({
    code: 200,
    msg: '',
    data: { complaint: `${String.fromCodePoint(0x202e)}nillicinep` },
  });
  const body = { code: 200, msg: '', data: { complaint: '[RLO]nillicinep' } };
  expect(await open().get('/consult/x')).toMatchObject({ body });
});

test('the marks that isolate names on the screen are not part of what is sent', async () => {
  const [start, end] = [String.fromCodePoint(0x2068), String.fromCodePoint(0x2069)];
  const body = { text: `Allergies: ${start}بنسلين${end}`, list: [`${start}שלום${end}`], file: null };
  await open().post('/consult/x', body);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ text: 'Allergies: بنسلين', list: ['שלום'], file: null });
});

test('a call goes to the configured host and prefix with hospital, language and token, and without cookies', async () => {
  const received = await open().get('/consult/x', { token: 'secret', query: { a: 1 } });
  expect(received).toEqual({ kind: 'reply', from: 'platform', status: 200, body: { code: 200, msg: '', data: [1] } });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/consult/x?a=1' });
  expect(seen[0]?.headers).toMatchObject({
    'tenant-id': '7',
    authorization: 'Bearer secret',
    'accept-language': 'zh-CN',
  });
  expect(seen[0]?.headers.cookie).toBeUndefined();
});

test('POST and PUT send JSON, DELETE sends its query', async () => {
  const http = open({ apiPrefix: '' });
  await http.post('/a', { text: '腹痛' }, { idempotencyKey: 'k1' });
  await http.put('/b', { n: 1 });
  await http.delete('/c', { query: { id: '9007199254740993' } });
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/a', '{"text":"腹痛"}'],
    ['PUT', '/b', '{"n":1}'],
    ['DELETE', '/c?id=9007199254740993', ''],
  ]);
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k1' });
});

test.each([
  ['https://p.example/api/doctor/auth/login', false],
  ['https://p.example/api/doctor/auth/refresh-token?refreshToken=x', false],
  ['https://p.example/api/system/login-log/page', false],
  ['https://p.example/api/consult/page?redirect=/login', true],
  ['https://p.example/api/doctor/auth/sms-login', true],
  ['https://p.example/api/doctor/auth/logout', true],
])('the path decides whether a token may go along: %s %s', (url, expected) => {
  expect(mayCarryToken(new URL(url))).toBe(expected);
});

test('a request that sets isToken to false carries no token', async () => {
  await open().post('/x', {}, { token: 'secret', isToken: false });
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('token and hospital never leave the platform’s origin, not even to the storage host', async () => {
  const http = createHttp({
    config: { current: parseConfig({ apiHost: 'https://platform.example', fileHost: origin }, 'https://page.example') },
    hospitalId: () => '7',
    language: () => 'en',
    clock: createServerClock(() => 0),
  });
  answer = { status: 200, type: 'application/json', body: '{"code":401}' };
  const received = await http.get(`${origin}/files/a.json`, { token: 'secret' });
  expect(received).toEqual({ kind: 'reply', from: 'fileHost', status: 200, body: { code: 401 } });
  expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('authorization');
  expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('tenant-id');
});

test('where platform and storage share a host, the path distinguishes an answer from a file', async () => {
  const http = open({ fileHost: origin });
  expect(await http.get('/x')).toMatchObject({ from: 'platform' });
  expect(await http.get(`${origin}/files/x`)).toMatchObject({ from: 'fileHost' });
});

test('a failed status counts as an answer, a refused connection does not', async () => {
  answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };
  expect(await open().get('/x')).toMatchObject({ kind: 'reply', status: 502 });
  const nobody = open({ apiHost: 'http://127.0.0.1:1' });
  expect(await nobody.get('/x')).toEqual({ kind: 'lost', why: 'network' });
});

test('a call that takes too long times out; a cancelled call does not', async () => {
  answer = { status: 200, type: 'application/json', body: '{}' };
  const http = open({ apiHost: origin });
  const slow = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => slow.once('listening', resolve));
  const silent = open({ apiHost: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` });
  expect(await silent.get('/x', { timeoutMs: 30 })).toEqual({ kind: 'lost', why: 'timeout' });
  expect(await silent.get('/x', { signal: AbortSignal.timeout(30) })).toEqual({ kind: 'lost', why: 'aborted' });
  expect(await http.get('/x', { signal: AbortSignal.abort() })).toEqual({ kind: 'lost', why: 'aborted' });
  slow.closeAllConnections();
  slow.close();
});

test('the platform’s clock is read from its answers', async () => {
  const clock = createServerClock(() => 1_000);
  const http = createHttp({
    config: { current: parseConfig({ apiHost: origin }, 'https://page.example') },
    hospitalId: () => '1',
    language: () => 'en',
    clock,
  });
  await http.get('/x');
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(3_000);
});

test.each([
  ['application/json', '{"code":401,"msg":""}', { kind: 'reply', body: { code: 401, msg: '' } }],
  ['application/json;charset=utf-8', 'broken', { kind: 'reply', body: 'broken' }],
  ['application/pdf', '%PDF', { kind: 'file' }],
])('a download of type %s is recognised as a reply or a file', async (type, body, expected) => {
  const http = createHttp({
    config: { current: parseConfig({}, 'https://page.example') },
    hospitalId: () => '1',
    language: () => 'en',
    clock: createServerClock(() => 0),
    adapter: async (config) => {
      expect(config.responseType).toBe('blob');
      return { config, data: new Blob([body], { type }), status: 200, statusText: '', headers: {} };
    },
  });
  expect(await http.download('/x')).toMatchObject(expected);
});

test('lists repeat their name, nested fields are joined by dots, absent fields are left out', () => {
  expect(toSearch({ a: ['1', '2'], b: { from: 1, to: 2 }, c: undefined, d: null, e: false, f: '' })).toBe(
    'a=1&a=2&b.from=1&b.to=2&e=false&f=',
  );
});
