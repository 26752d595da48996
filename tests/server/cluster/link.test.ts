import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLink } from '../../../server/cluster/link.ts';
import { openRedisTransport } from '../../../server/cluster/redisTransport.ts';
import type { OpenTransport } from '../../../server/cluster/transport.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';

async function member(open: OpenTransport, maxWaiting?: number) {
  const link = await openLink({
    open,
    warn: () => {},
    onFault: (cause) => {
      throw cause;
    },
    ...(maxWaiting === undefined ? {} : { maxWaiting }),
  });
  onTestFinished(() => link.close());
  const heard: unknown[] = [];
  link.on('event', (data) => heard.push(data));
  return { link, heard };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => n + from);

describe.skipIf(!hasRedis)('over Redis', () => {
  let service: Awaited<ReturnType<typeof startRedis>> & { open: OpenTransport };
  beforeAll(async () => {
    const server = await startRedis();
    service = { ...server, open: openRedisTransport({ url: server.url, name: 'test' }) };
  }, 90_000);
  afterAll(() => service?.stop());

  test('every other process gets each event once, in order, and the sender none', async () => {
    const [one, two, three] = [await member(service.open), await member(service.open), await member(service.open)];
    for (const n of numbers(1_500)) one.link.send('event', n);
    await expect.poll(() => [two.heard.length, three.heard.length]).toEqual([1_500, 1_500]);
    expect(two.heard).toEqual(numbers(1_500));
    expect(one.heard).toEqual([]);
  });

  test('texts of any length and script arrive unchanged', async () => {
    const [one, two] = [await member(service.open), await member(service.open)];
    const texts = ['', '𠮷'.repeat(9_000), `a${'𠮷'.repeat(5_000)}`, '药\n"\\\0'.repeat(3_000), 'x'.repeat(300_000)];
    for (const text of texts) one.link.send('event', text);
    await expect.poll(() => two.heard.length).toBe(texts.length);
    expect(two.heard).toEqual(texts);
  });

  test('what is sent while the service is down arrives afterwards, once and in order', async () => {
    const [one, two] = [await member(service.open), await member(service.open)];
    one.link.send('event', 0);
    await expect.poll(() => two.heard).toEqual([0]);
    await service.stop();
    one.link.send('event', 1);
    await expect.poll(() => one.link.isUp()).toBe(false);
    for (const n of numbers(500, 2)) one.link.send('event', n);
    await service.start();
    await expect.poll(() => two.heard.at(-1), { timeout: 15_000 }).toBe(501);
    expect(two.heard).toEqual(numbers(502));
  }, 40_000);

  test('what waits while the service is down is bounded', async () => {
    const [one, two] = [await member(service.open, 100), await member(service.open)];
    one.link.send('event', 'first');
    await expect.poll(() => two.heard).toEqual(['first']);
    const missed: string[] = [];
    two.link.onMissed((from) => missed.push(from));
    await service.stop();
    for (const n of numbers(1_000)) one.link.send('event', n);
    expect(one.link.waiting()).toBeLessThanOrEqual(101);
    await service.start();
    // From the next heartbeat the other process sees that packets are missing.
    await expect.poll(() => missed, { timeout: 15_000 }).toContain(one.link.id);
  }, 40_000);
});

test('a process that falls silent counts as ended, unless nothing is heard at all', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const receivers: ((packet: string) => void)[] = [];
  let [isCut, isSecondMute] = [false, false];
  const open =
    (isSecond: boolean): OpenTransport =>
    async (onPacket) => {
      receivers.push(onPacket);
      const send = async (packet: string) => {
        if (!isCut && !(isSecond && isSecondMute)) for (const receive of receivers) receive(packet);
      };
      return { send, reconnect: () => {}, close: async () => {} };
    };
  const needs = { warn: () => {}, onFault: () => {} };
  const [one, two] = [await openLink({ ...needs, open: open(false) }), await openLink({ ...needs, open: open(true) })];
  await vi.advanceTimersByTimeAsync(3_000);
  expect(one.others()).toBe(1);
  isCut = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([one.others(), two.others()]).toEqual([1, 1]);
  isCut = false;
  isSecondMute = true;
  await vi.advanceTimersByTimeAsync(14_000);
  expect([one.others(), two.others()]).toEqual([0, 1]);
});
