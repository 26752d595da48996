import { sql } from 'drizzle-orm';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../server/db/open.ts';
import type { BucketStore } from '../../../server/limits/bucketStore.ts';
import { createDatabaseBuckets } from '../../../server/limits/databaseBuckets.ts';
import { createRedisBuckets } from '../../../server/limits/redisBuckets.ts';
import { engines } from '../../support/engines.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';

/** A store, and ways to look at it and to move its time. */
type Opened = {
  store: BucketStore;
  keys(): Promise<string[]>;
  elapse(key: string, ms: number): Promise<unknown>;
  end(): Promise<void>;
};

const inDatabase = (open: (typeof engines)[number]['open']) => async (): Promise<Opened> => {
  const { db, end } = await open();
  return {
    store: createDatabaseBuckets(db),
    keys: async () => (await db.execute<{ key: string }>(sql`select key from token_bucket`)).rows.map(({ key }) => key),
    elapse: (key, ms) =>
      db.execute(sql`update token_bucket set full_time = full_time - ${ms}::float8 where key = ${key}`),
    end,
  };
};

async function inRedis(): Promise<Opened> {
  const server = await startRedis();
  const redis = new Redis(server.url);
  return {
    store: createRedisBuckets(redis, 'limits'),
    keys: async () => (await redis.keys('limits:*')).map((key) => key.slice('limits:'.length)),
    elapse: async (key, ms) => redis.set(`limits:${key}`, Number(await redis.get(`limits:${key}`)) - ms, 'KEEPTTL'),
    async end() {
      redis.disconnect();
      await server.stop();
    },
  };
}

const stores = [
  ...engines.map(({ engine, open }) => ({ place: engine, begin: inDatabase(open) })),
  ...(hasRedis ? [{ place: 'Redis', begin: inRedis }] : []),
];

/** A bucket that takes an hour to refill, so that no test sees it do so by itself. */
const hourly = (key: string, burst = 3) => ({ key, rate: { burst, perSecond: burst / 3_600 } });
const once = (...uses: ReturnType<typeof hourly>[]) => ({ uses, cost: 1 });

describe.each(stores)('in $place', ({ begin }) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await begin();
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
    // In Redis a bucket is removed when it is found to be full, and expires otherwise.
    await opened.store.take([{ uses: [hourly('brief')], cost: -1 }]);
    await opened.store.removeFull();
    const kept = await opened.keys();
    expect([kept.includes('brief'), kept.includes('lasting')]).toEqual([false, true]);
  });
});

describe.skipIf(!hasPostgres)('buckets that are removed while a call takes from them', () => {
  test('leave every other bucket of the call its own time', async () => {
    const server = await startPostgres();
    const url = await server.database();
    const store = await openPostgresStore(url, () => {});
    const [one, two] = [new pg.Client(url), new pg.Client(url)];
    try {
      await Promise.all([one.connect(), two.connect()]);
      const buckets = createDatabaseBuckets(store.db);
      await buckets.take([once(hourly('a', 2)), once(hourly('b', 1)), once(hourly('c', 2))]);
      const waiting = async () =>
        (
          await one.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount;
      await one.query('begin');
      await one.query(`delete from token_bucket where key = 'c'`);
      const taken = buckets.take([once(hourly('a', 2)), once(hourly('b', 1)), once(hourly('c', 2))]);
      await expect.poll(waiting).toBe(1);
      // While the call waits for the last of its keys, somebody removes the first.
      let isRemoved = false;
      const removing = two.query(`delete from token_bucket where key = 'a'`).then(() => {
        isRemoved = true;
      });
      await expect.poll(async () => isRemoved || (await waiting()) === 2).toBe(true);
      await one.query('commit');
      await removing;
      expect((await taken).map((waitMs) => waitMs === 0)).toEqual([true, false, true]);
    } finally {
      await Promise.all([one.end(), two.end()]);
      await store.close();
      await server.stop();
    }
  }, 90_000);
});
