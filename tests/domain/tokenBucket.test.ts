import { expect, test } from 'vitest';
import { createTokenBucket } from '../../src/domain/tokenBucket.ts';

test('a burst is allowed at once, further items wait, and a pause restores the burst', () => {
  const limiter = createTokenBucket({ burst: 3, perSecond: 10 });
  expect([0, 0, 0, 0, 0, 50].map(limiter)).toEqual([0, 0, 0, 100, 200, 250]);
  expect([5_000, 5_000, 5_000, 5_000].map(limiter)).toEqual([0, 0, 0, 100]);
});

test('a clock that is set back causes no delay', () => {
  const limiter = createTokenBucket({ burst: 2, perSecond: 10 });
  expect([1_200_000, 1_200_000, 1_200_000].map(limiter)).toEqual([0, 0, 100]);
  expect([0, 500, 500, 500].map(limiter)).toEqual([200, 0, 0, 100]);
});
