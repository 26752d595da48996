import { expect, test } from 'vitest';
import { createTokenBuckets, type TokenRate } from '../../../server/limits/tokenBuckets.ts';

/** One limit on a clock that the test moves. */
function oneLimit(rate: TokenRate, clock = { now: 0 }) {
  const take = createTokenBuckets(() => clock.now);
  return { clock, waitFor: (key: string, cost = 1) => take({ uses: [{ key, rate }], cost }) };
}

test('a burst is allowed, then the rate per second; each key has its own bucket', () => {
  const { clock, waitFor } = oneLimit({ burst: 3, perSecond: 2 });
  expect([waitFor('a'), waitFor('a'), waitFor('a'), waitFor('a')]).toEqual([0, 0, 0, 500]);
  expect(waitFor('b')).toBe(0);
  clock.now = 400;
  expect(waitFor('a')).toBe(100);
  clock.now = 500;
  expect([waitFor('a'), waitFor('a')]).toEqual([0, 500]);
  clock.now = 100_000;
  expect([waitFor('a'), waitFor('a'), waitFor('a'), waitFor('a')]).toEqual([0, 0, 0, 500]);
});

test('a whole burst is allowed at any millisecond, however its times are rounded', () => {
  for (let at = 0; at < 2_000; at += 1) {
    const { waitFor } = oneLimit({ burst: 7, perSecond: 7 / 3_600 }, { now: 1_795_847_072_000 + at });
    expect(Array.from({ length: 7 }, () => waitFor('a'))).toEqual([0, 0, 0, 0, 0, 0, 0]);
  }
});

test.each([2_000, 120_000, 7_200_000])('a clock that is set back by %d ms costs at most one refill', (stepMs) => {
  const { clock, waitFor } = oneLimit({ burst: 10, perSecond: 10 }, { now: 10_000_000 });
  waitFor('a', 10);
  clock.now -= stepMs;
  expect(waitFor('a')).toBe(100);
  clock.now += 50;
  expect(waitFor('a')).toBe(50);
  clock.now += 50;
  expect(waitFor('a')).toBe(0);
  clock.now += 1_000;
  expect(waitFor('a', 10)).toBe(0);
});

test('a clock that is set forward and back leaves a bucket at most empty', () => {
  const { clock, waitFor } = oneLimit({ burst: 10, perSecond: 10 }, { now: 10_000_000 });
  waitFor('a', 10);
  clock.now += 7_200_000;
  waitFor('a', 10);
  clock.now -= 7_200_000;
  expect(waitFor('a')).toBe(100);
  clock.now += 1_000;
  expect(waitFor('a', 10)).toBe(0);
});

test('what is taken back never fills a bucket beyond its burst', () => {
  const { waitFor } = oneLimit({ burst: 10, perSecond: 1 });
  expect([waitFor('a', 8), waitFor('a', 3), waitFor('a', -1), waitFor('a', 3)]).toEqual([0, 1_000, 0, 0]);
  waitFor('b', -5);
  expect([waitFor('b', 11), waitFor('b', 10)]).toEqual([1_000, 0]);
});

test('a use that one of several buckets refuses counts in none of them', () => {
  const take = createTokenBuckets(() => 0);
  const [narrow, wide] = [
    { key: 'person', rate: { burst: 1, perSecond: 1 } },
    { key: 'hospital', rate: { burst: 2, perSecond: 2 } },
  ];
  expect(take({ uses: [narrow, wide], cost: 1 })).toBe(0);
  expect(take({ uses: [narrow, wide], cost: 1 })).toBe(1_000);
  expect([take({ uses: [wide], cost: 1 }), take({ uses: [wide], cost: 1 })]).toEqual([0, 500]);
});

test('many keys make the full buckets forgotten first, so that they free nobody from a limit', () => {
  const { clock, waitFor } = oneLimit({ burst: 10, perSecond: 1 });
  for (let n = 0; n < 40_000; n += 1) waitFor(`once ${n}`);
  clock.now = 2_000;
  waitFor('a', 10);
  for (let n = 0; n < 12_000; n += 1) waitFor(`later ${n}`);
  expect(waitFor('a')).toBe(1_000);
});
