import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BucketStore } from '../../../server/limits/bucketStore.ts';
import { createRedisBuckets } from '../../../server/limits/redisBuckets.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';

/** A store, and ways to look at it and to move its time. */
async function openBuckets() {
  const server = await startRedis();
  const redis = new Redis(server.url);
  return {
    store: createRedisBuckets(redis, 'limits'),
    keys: async () => (await redis.keys('limits:*')).map((key) => key.slice('limits:'.length)),
    elapse: async (key: string, ms: number) =>
      redis.set(`limits:${key}`, Number(await redis.get(`limits:${key}`)) - ms, 'KEEPTTL'),
    async end() {
      redis.disconnect();
      await server.stop();
    },
  };
}

/** A bucket that takes an hour to refill, so that no test sees it do so by itself. */
const hourly = (key: string, burst = 3) => ({ key, rate: { burst, perSecond: burst / 3_600 } });
const once = (...uses: ReturnType<typeof hourly>[]) => ({ uses, cost: 1 });

describe.skipIf(!hasRedis)('buckets in Redis', () => {
  let opened: Awaited<ReturnType<typeof openBuckets>>;
  beforeAll(async () => {
    opened = await openBuckets();
  }, 90_000);
  afterAll(() => opened?.end());

  /** Which takes of a batch were allowed. */
  const allowed = async (...takes: Parameters<BucketStore['take']>[0]) =>
    (await opened.store.take(takes)).map((waitMs) => waitMs === 0);

  test('a burst is allowed, in one batch or several, and a refused use says how long to wait', async () => {
    const a = once(hourly('a'));
    expect(await allowed(a, a)).toEqual([true, true]);
    expect(await allowed(a, a, once(hourly('b')))).toEqual([true, false, true]);
    const [waitMs = 0] = await opened.store.take([a]);
    expect(waitMs).toBeGreaterThan(1_100_000);
    expect(waitMs).toBeLessThanOrEqual(1_200_000);
    await opened.elapse('a', 1_300_000);
    expect(await allowed(a, a)).toEqual([true, false]);
  });

  test('a use that one of its buckets refuses counts in none, and those after it in the batch see that', async () => {
    const [person, hospital] = [hourly('person', 1), hourly('hospital', 2)];
    expect(await allowed(once(person, hospital), once(person, hospital), once(hospital), once(hospital))).toEqual([
      ...[true, false],
      ...[true, false],
    ]);
  });

  test('what is taken back is there again, and never more than a burst', async () => {
    const one = hourly('back', 1);
    expect(await allowed(once(one), { uses: [one], cost: -1 }, once(one))).toEqual([true, true, true]);
    expect(await allowed({ uses: [one], cost: -5 }, once(one), once(one))).toEqual([true, true, false]);
  });

  test('nobody waits for longer than a whole refill, whatever the clock was', async () => {
    const one = once(hourly('ahead', 1));
    await opened.store.take([one]);
    await opened.elapse('ahead', -86_400_000);
    const [waitMs = 0] = await opened.store.take([one]);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });

  test('batches at the same moment that share keys in different orders neither lose nor block each other', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => hourly(`many ${n}`, 40));
    const batches = Array.from({ length: 60 }, (_, n) =>
      opened.store.take((n % 2 === 0 ? keys : keys.toReversed()).map((key) => once(key))),
    );
    const waits = (await Promise.all(batches)).flat();
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(20 * 40);
  });

  test('a bucket that is full again is not kept', async () => {
    await opened.store.take([once(hourly('brief')), once(hourly('lasting'))]);
    await opened.elapse('brief', 3_600_000);
    // A bucket is removed when it is found to be full, and expires otherwise.
    await opened.store.take([{ uses: [hourly('brief')], cost: -1 }]);
    const kept = await opened.keys();
    expect([kept.includes('brief'), kept.includes('lasting')]).toEqual([false, true]);
  });
});
