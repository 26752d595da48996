import { expect, test } from 'vitest';
import { createTokenBucket } from '../../../server/im/tokenBucket.ts';

test('a burst is allowed, then the rate per second; each key has its own bucket', () => {
  let at = 0;
  const waitFor = createTokenBucket({ now: () => at, burst: 3, perSecond: 2 });
  expect([waitFor('a'), waitFor('a'), waitFor('a'), waitFor('a')]).toEqual([0, 0, 0, 500]);
  expect(waitFor('b')).toBe(0);
  at = 400;
  expect(waitFor('a')).toBe(100);
  at = 500;
  expect([waitFor('a'), waitFor('a')]).toEqual([0, 500]);
  at = 100_000;
  expect([waitFor('a'), waitFor('a'), waitFor('a'), waitFor('a')]).toEqual([0, 0, 0, 500]);
});

test('a clock that is set back neither refills the bucket nor blocks for ever', () => {
  let at = 10_000;
  const waitFor = createTokenBucket({ now: () => at, burst: 1, perSecond: 1 });
  waitFor('a');
  at = 0;
  expect(waitFor('a')).toBe(1_000);
  at = 1_000;
  expect(waitFor('a')).toBe(0);
});

type Charge = (key: string, uses: number) => void;

/** A bucket of ten uses with one more each second, the uses that it reports to other processes, and the function that charges it. */
function sharedBucket() {
  const clock = { now: 0 };
  const told: [key: string, uses: number][] = [];
  let charge: Charge = () => {};
  const waitFor = createTokenBucket({
    now: () => clock.now,
    ...{ burst: 10, perSecond: 1 },
    share(charging) {
      charge = charging;
      return (key, uses) => told.push([key, uses]);
    },
  });
  return { clock, told, waitFor, charge: (key: string, uses: number) => charge(key, uses) };
}

test('uses and what is taken back are told to other processes, refused attempts are not', () => {
  const { told, waitFor } = sharedBucket();
  expect([waitFor('a', 8), waitFor('a', 3), waitFor('a', -1), waitFor('a', 3)]).toEqual([0, 1_000, 0, 0]);
  expect(told).toEqual([
    ['a', 8],
    ['a', -1],
    ['a', 3],
  ]);
});

test('a bucket is charged for the uses of other processes, and refills from there', () => {
  const { clock, told, waitFor, charge } = sharedBucket();
  charge('a', 9);
  expect([waitFor('a'), waitFor('a'), waitFor('b')]).toEqual([0, 1_000, 0]);
  charge('a', 2);
  expect(waitFor('a')).toBe(3_000);
  charge('a', -1);
  expect(waitFor('a')).toBe(2_000);
  clock.now = 2_000;
  expect([waitFor('a'), waitFor('a')]).toEqual([0, 1_000]);
  expect(told).toEqual([
    ['a', 1],
    ['b', 1],
    ['a', 1],
  ]);
});

test('however often others used a key, nobody waits for more than two bursts', () => {
  const { waitFor, charge } = sharedBucket();
  charge('a', 1_000_000);
  expect(waitFor('a')).toBe(11_000);
});

test('what is taken back counts below zero too, and never fills a bucket beyond its burst', () => {
  const { waitFor, charge } = sharedBucket();
  charge('a', 15);
  expect([waitFor('a', -1), waitFor('a')]).toEqual([0, 5_000]);
  charge('b', -5);
  waitFor('b', -5);
  expect([waitFor('b', 11), waitFor('b', 10)]).toEqual([1_000, 0]);
});

test('many keys make a bucket forget the full ones first, so that they free nobody from a limit', () => {
  const { clock, waitFor } = sharedBucket();
  for (let n = 0; n < 40_000; n += 1) waitFor(`once ${n}`);
  clock.now = 2_000;
  waitFor('a', 10);
  for (let n = 0; n < 12_000; n += 1) waitFor(`later ${n}`);
  expect(waitFor('a')).toBe(1_000);
});
