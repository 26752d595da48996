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
