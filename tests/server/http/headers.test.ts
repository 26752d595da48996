import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let port = 0;
beforeAll(async () => {
  platform = await openServedPlatform({
    PUBLIC_ORIGINS: 'https://desk.example,https://own.example',
    TRUSTED_PROXIES: '127.0.0.1,10.2.0.0/16',
  });
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = platform.app.server.address() as AddressInfo);
}, 60_000);
afterAll(() => platform?.close());

type Headers = Record<string, string>;
const from = (remoteAddress: string, url: string, headers: Headers = {}, method: 'GET' | 'OPTIONS' | 'POST' = 'GET') =>
  platform.app.inject({ method, url, remoteAddress, headers });
const overTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '8.8.8.8' };
const year = 'max-age=31536000';

/** Pages, files, configuration, calls, refusals, failures, and addresses that cannot be read. */
const everyKind = [
  '/',
  '/cloudRoom',
  '/verify',
  '/nothing.js',
  '/.git/config',
  '/config.json',
  '/healthz',
  '/docs/',
  '/openapi.json',
  '/files/aaaaaaaaaaaaaaaaaaaaaaaa.png/a.png',
  '/api/nothing',
  '/api/system/area/tree',
  '/api/doctor/info',
  '/api/%E0%A4%A',
];

describe('behind a proxy that ends TLS', () => {
  test.each(everyKind)('the answer to %s forbids plain HTTP from now on', async (url) => {
    expect((await from('127.0.0.1', url, overTls)).headers['strict-transport-security']).toBe(year);
  });

  test.each(everyKind)('over plain HTTP the answer to %s does not', async (url) => {
    const plain = [
      await from('127.0.0.1', url),
      await from('127.0.0.1', url, { 'x-forwarded-proto': 'http' }),
      await from('127.0.0.1', url, { 'x-forwarded-proto': 'https, http' }),
      await from('8.8.8.8', url, overTls),
      await from('10.3.0.1', url, { 'x-forwarded-proto': 'https' }),
    ];
    expect(plain.map(({ headers }) => headers['strict-transport-security'])).toEqual(plain.map(() => undefined));
  });

  test('a host that is listed with https counts as TLS unless the proxy says otherwise', async () => {
    const host = 'own.example';
    const sent = async (headers: Headers) =>
      (await from('127.0.0.1', '/config.json', { host, ...headers })).headers['strict-transport-security'];
    expect([await sent({}), await sent({ 'x-forwarded-proto': 'http' })]).toEqual([year, undefined]);
  });

  test('the socket’s answers forbid it too', async () => {
    const connect = (headers: Headers) =>
      new Promise<string | string[] | undefined>((resolve, reject) => {
        const link = new WebSocket(`ws://127.0.0.1:${port}/infra/im/?EIO=4&transport=websocket`, { headers });
        link.once('upgrade', ({ headers: sent }) => resolve(sent['strict-transport-security']));
        link.once('open', () => link.close());
        link.once('error', reject);
      });
    expect([await connect(overTls), await connect({})]).toEqual([year, undefined]);
    const poll = `http://127.0.0.1:${port}/infra/im/?EIO=4&transport=polling`;
    const refused = await new Promise<Headers>((resolve) => {
      get(poll, { headers: overTls }, ({ headers }) => resolve(headers as Headers));
    });
    expect(refused).toMatchObject({ 'strict-transport-security': year, 'x-content-type-options': 'nosniff' });
  });
});

describe('an upgrade that is refused', () => {
  const upgrade = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const { 'sec-websocket-key': _, ...withoutKey } = upgrade;
  const ask = (query: string, headers: Headers) =>
    new Promise<{ status: number | undefined; headers: Headers }>((resolve, reject) => {
      get(`http://127.0.0.1:${port}/infra/im/?EIO=4&${query}`, { headers, agent: false }, (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode, headers: reply.headers as Headers });
      }).once('error', reject);
    });

  test.each([
    ['from another origin', 'transport=websocket', { ...upgrade, origin: 'https://evil.example' }],
    ['for a transport that is not offered', 'transport=polling', upgrade],
    ['for a session that is not there', 'transport=websocket&sid=nothing', upgrade],
    ['without a key', 'transport=websocket', withoutKey],
    ['of another version', 'transport=websocket', { ...upgrade, 'sec-websocket-version': '7' }],
  ])('%s forbids plain HTTP over TLS, and never sniffing', async (_, query, headers) => {
    const answers = [await ask(query, { ...headers, ...overTls }), await ask(query, headers)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers.map((answer) => answer.headers['strict-transport-security'])).toEqual([year, undefined]);
    for (const answer of answers)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'sec-websocket-version': '13, 8',
        connection: 'close',
      });
  });
});

test.each(everyKind)('the answer to %s forbids sniffing, framing and referrers', async (url) => {
  const { headers } = await from('127.0.0.1', url);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'|sandbox|frame-ancestors 'self'/);
});

test('the workstation’s page has its own content policy, which allows its scripts', async () => {
  for (const url of ['/', '/verify', '/nothing.js'])
    expect((await from('127.0.0.1', url)).headers['content-security-policy']).toContain("script-src 'self'");
});

describe('a page of another origin', () => {
  const preflight = (origin: string) =>
    from('127.0.0.1', '/api/doctor/auth/login', { origin, 'access-control-request-method': 'POST' }, 'OPTIONS');

  test('may call the platform when its origin is listed, and nothing is sent for any other', async () => {
    const listed = await preflight('https://desk.example');
    expect([listed.statusCode, listed.headers['access-control-allow-origin'], listed.headers.vary]).toEqual([
      204,
      'https://desk.example',
      expect.stringContaining('Origin'),
    ]);
    for (const origin of [
      'null',
      'https://evil.example',
      'https://desk.example.evil',
      'http://desk.example',
      '*',
      '',
    ]) {
      const { headers } = await preflight(origin);
      const sent = Object.keys(headers).filter((name) => name.startsWith('access-control'));
      expect({ origin, sent }).toEqual({ origin, sent: [] });
    }
  });

  test('never sends cookies or credentials along', async () => {
    expect((await preflight('https://desk.example')).headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    ['https://desk.example', {}, true],
    ['https://evil.example', {}, false],
    ['null', {}, false],
    ['https://127.0.0.1', {}, true],
    ['http://127.0.0.1', {}, true],
    ['http://127.0.0.1', overTls, false],
  ])('from %s connects the socket %j: %s', async (origin, headers, connects) => {
    const host = new URL(URL.canParse(origin) ? origin : 'http://127.0.0.1').hostname === '127.0.0.1';
    const page = host ? `${origin}:${port}` : origin;
    const opened = await new Promise<boolean>((resolve) => {
      const link = new WebSocket(`ws://127.0.0.1:${port}/infra/im/?EIO=4&transport=websocket`, {
        headers: { ...headers, origin: page },
      });
      link.once('open', () => resolve(true));
      link.once('error', () => resolve(false));
      link.once('open', () => link.close());
    });
    expect(opened).toBe(connects);
  });
});
