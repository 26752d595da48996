import { expect, test } from 'vitest';
import { steadyPace } from '../../src/domain/steadyPace.ts';

test('a burst is allowed at once, further items wait, and a pause restores the burst', () => {
  const pace = steadyPace({ burst: 3, perSecond: 10 });
  expect([0, 0, 0, 0, 0, 50].map(pace)).toEqual([0, 0, 0, 100, 200, 250]);
  expect([5_000, 5_000, 5_000, 5_000].map(pace)).toEqual([0, 0, 0, 100]);
});

test('a clock that is set back causes no delay', () => {
  const pace = steadyPace({ burst: 2, perSecond: 10 });
  expect([1_200_000, 1_200_000, 1_200_000].map(pace)).toEqual([0, 0, 100]);
  expect([0, 500, 500, 500].map(pace)).toEqual([200, 0, 0, 100]);
});
