import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLink } from '../../../server/cluster/link.ts';
import { openRedisTransport } from '../../../server/cluster/redisTransport.ts';
import type { OpenTransport } from '../../../server/cluster/transport.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';
import { openRelay } from '../../support/relay.ts';

vi.setConfig({ testTimeout: 90_000 });

/** How long a silent bus may keep processes apart: its own limit, that of the echo, and a little for the connection. */
const apartMs = 15_000;

async function onRedis() {
  const server = await startRedis();
  return { ...server, open: (url: string) => openRedisTransport({ url, name: 'test' }) };
}

async function member(open: OpenTransport) {
  const link = await openLink({ open, warn: () => {}, onFault: () => {} });
  onTestFinished(() => link.close());
  const heard: unknown[] = [];
  link.on('event', (data) => heard.push(data));
  return { link, heard };
}

/** Repeats an event until the other process hears one that is sent from now on. */
async function expectHeard(from: Awaited<ReturnType<typeof member>>, by: Awaited<ReturnType<typeof member>>) {
  const before = by.heard.length;
  const heard = () => {
    from.link.send('event', 'again');
    return by.heard.length;
  };
  await expect.poll(heard, { timeout: apartMs, interval: 100 }).toBeGreaterThan(before);
}

test.skipIf(!hasRedis)('packets stay in Redis for a minute, also after its clock was set back', async () => {
  const server = await startRedis();
  onTestFinished(server.stop);
  const redis = new Redis(server.url);
  onTestFinished(() => redis.disconnect());
  await redis.xadd('cloudroom:test', `${Date.now() + 7_200_000}-0`, 'p', 'before');
  const clock = { now: 0 };
  const open = openRedisTransport({ url: server.url, name: 'test', now: () => clock.now });
  const transport = await open(() => {});
  onTestFinished(() => transport.close());
  for (let n = 0; n < 500; n += 1) await transport.send('old');
  for (const packet of ['a minute old', 'young', 'new']) {
    clock.now += packet === 'a minute old' ? 1_000 : 30_000;
    await transport.send(packet);
  }
  const kept = async () => (await redis.xrange('cloudroom:test', '-', '+')).map(([, [, packet]]) => packet);
  // Redis removes whole blocks of a hundred.
  await expect.poll(async () => (await kept()).length).toBeLessThanOrEqual(103);
  expect(await kept()).toEqual(expect.arrayContaining(['a minute old', 'young', 'new']));
});

test.skipIf(!hasRedis)('a process whose connections went silent hears and is heard again', async () => {
  const service = await onRedis();
  const { hostname: host, port } = new URL(service.url);
  const relay = await openRelay({ host, port: Number(port) });
  const through = Object.assign(new URL(service.url), { port: String(relay.port) }).href;
  onTestFinished(async () => {
    relay.close();
    await service.stop();
  });
  const [one, two] = [await member(service.open(through)), await member(service.open(service.url))];
  await expectHeard(one, two);
  relay.hang();
  await expectHeard(one, two);
  await expectHeard(two, one);
});

describe.skipIf(!hasRedis)('a Redis that is empty, on a clock that is behind,', () => {
  /** Two processes on a stream whose ids are two hours ahead. */
  async function aheadOfTime() {
    const service = await onRedis();
    onTestFinished(service.stop);
    const redis = new Redis(service.url);
    onTestFinished(() => redis.disconnect());
    redis.on('error', () => {});
    await redis.xadd('cloudroom:test', `${Date.now() + 7_200_000}-0`, 'p', '{"from":"x","n":1,"messages":[]}');
    const [one, two] = [await member(service.open(service.url)), await member(service.open(service.url))];
    await expectHeard(one, two);
    return { service, redis, one, two };
  }

  test('keeps processes apart no longer than a silent one does, after a restart', async () => {
    const { service, one, two } = await aheadOfTime();
    await service.stop();
    await service.start();
    await expectHeard(one, two);
    await expectHeard(two, one);
  });

  test('keeps the first packet that it is given', async () => {
    const { redis, one, two } = await aheadOfTime();
    await redis.del('cloudroom:test');
    one.link.send('event', 'first');
    await expect.poll(() => two.heard, { timeout: apartMs }).toContain('first');
  });
});

test('a process whose heartbeats are taken and do not come back connects again, and says so', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isDeaf = false;
  const reconnect = vi.fn(() => {
    isDeaf = false;
  });
  const open: OpenTransport = async (onPacket) => ({
    send: async (packet) => (isDeaf ? undefined : onPacket(packet)),
    reconnect,
    close: async () => {},
  });
  const warnings: string[] = [];
  await openLink({ open, warn: (what) => warnings.push(what), onFault: () => {} });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(warnings).toEqual([]);
  isDeaf = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isDeaf).toBe(false);
  expect(warnings).toEqual(['what this process sends to the others does not arrive; it connects again']);
});
