import { expect, test } from 'vitest';
import { steadyPace } from '../../src/domain/steadyPace.ts';

test('a burst goes at once, what follows waits its turn, and a rest gives the burst back', () => {
  const pace = steadyPace({ burst: 3, perSecond: 10 });
  expect([0, 0, 0, 0, 0, 50].map(pace)).toEqual([0, 0, 0, 100, 200, 250]);
  expect([5_000, 5_000, 5_000, 5_000].map(pace)).toEqual([0, 0, 0, 100]);
});
