import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Consultations, openConsultations } from '../../support/consultPlatform.ts';
import { openTestDatabase } from '../../support/database.ts';

let platform: Consultations;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
const opened = new Set<{ destroy(): void }>();
beforeAll(async () => {
  database = await openTestDatabase();
  const unfinishedLimits = { perNetwork: 3, inAll: 5 };
  platform = await openConsultations(
    database.db,
    { now: Date.now() },
    { trustedProxies: ['127.0.0.1'], unfinishedLimits },
  );
}, 60_000);
afterEach(async () => {
  for (const one of opened) one.destroy();
  opened.clear();
  await expect.poll(() => platform.gateway.unfinishedHandshakes()).toBe(0);
});
afterAll(async () => {
  await platform?.close();
  await database?.close();
});

const address = '/infra/im/?EIO=4&transport=websocket';

/** The head of the answer to an upgrade from this address, whose client sends nothing more. */
async function upgrade(ip: string, key = Buffer.alloc(16).toString('base64')) {
  const { hostname, port } = new URL(await platform.listen());
  const link: Socket = connect(Number(port), hostname);
  opened.add(link);
  link.write(
    [
      `GET ${address} HTTP/1.1`,
      ...[`host: ${hostname}`, `x-forwarded-for: ${ip}`, 'connection: Upgrade', 'upgrade: websocket'],
      ...['sec-websocket-version: 13', `sec-websocket-key: ${key}`, '', ''],
    ].join('\r\n'),
  );
  const [head] = await once(link, 'data');
  const text = String(head);
  return { link, text, status: Number(text.split(' ')[1]) };
}

const statuses = async (...ips: string[]) => {
  const found: number[] = [];
  for (const ip of ips) found.push((await upgrade(ip)).status);
  return found;
};

test('a network with too many connections that are not admitted is told to try again, and others connect', async () => {
  expect(await statuses('8.8.8.8', '8.8.8.8', '8.8.8.8')).toEqual([101, 101, 101]);
  const { link, text, status } = await upgrade('8.8.8.8');
  expect([status, /^retry-after: (.*)\r$/m.exec(text)?.[1]]).toEqual([503, '1']);
  expect(text).toMatch(/\r\n\r\nToo many unfinished handshakes$/);
  if (!link.closed) await once(link, 'close');
  expect(await statuses('8.8.4.4', '2001:db8:5:6::1')).toEqual([101, 101]);
});

test('an IPv6 network counts as one, and so do all networks together', async () => {
  const network = ['2001:db8:5:6::1', '2001:db8:5:6::2', '2001:db8:5:6::3', '2001:db8:5:6::4'];
  expect(await statuses(...network)).toEqual([101, 101, 101, 503]);
  expect(await statuses('2001:db8:5:7::1', '2001:db8:5:8::1', '2001:db8:5:9::1')).toEqual([101, 101, 503]);
});

test('a connection that ends, or whose upgrade fails, makes room for another one', async () => {
  for (let n = 0; n < 4; n += 1) expect((await upgrade('8.8.8.8', 'no key')).status).toBe(400);
  await expect.poll(() => platform.gateway.unfinishedHandshakes()).toBe(0);
  expect(await statuses('8.8.8.8', '8.8.8.8')).toEqual([101, 101]);
  const { link } = await upgrade('8.8.8.8');
  expect(await statuses('8.8.8.8')).toEqual([503]);
  link.destroy();
  await expect.poll(() => platform.gateway.unfinishedHandshakes()).toBe(2);
  expect(await statuses('8.8.8.8')).toEqual([101]);
});

test('people who are admitted are not counted, and those who are refused are until they are gone', async () => {
  const url = `${(await platform.listen()).replace('http', 'ws')}${address}`;
  async function handshake(auth: object) {
    const link = new WebSocket(url, { headers: { 'x-forwarded-for': '8.8.8.8' } });
    opened.add({ destroy: () => link.terminate() });
    const frames: string[] = [];
    link.on('message', (data) => frames.push(String(data)));
    link.once('open', () => link.send(`40${JSON.stringify(auth)}`));
    await expect.poll(() => frames.find((frame) => frame.startsWith('4'))?.slice(0, 2)).toBeDefined();
    return frames.find((frame) => frame.startsWith('4'))?.slice(0, 2);
  }
  const { token, hospitalId } = await platform.doctor();
  for (let n = 0; n < 6; n += 1) expect(await handshake({ token, tenantId: hospitalId })).toBe('40');
  expect(platform.gateway.unfinishedHandshakes()).toBe(0);
  for (let n = 0; n < 3; n += 1) expect(await handshake({ token: 'made-up', tenantId: hospitalId })).toBe('44');
  expect([platform.gateway.unfinishedHandshakes(), ...(await statuses('8.8.8.8'))]).toEqual([3, 503]);
});
