import { expect, test } from 'vitest';
import { createPace } from '../../../server/im/tokenBucket.ts';

test('a burst is allowed, then as many as come back with time; each has a budget of their own', () => {
  let at = 0;
  const pace = createPace({ now: () => at, burst: 3, perSecond: 2 });
  expect([pace('a'), pace('a'), pace('a'), pace('a')]).toEqual([0, 0, 0, 500]);
  expect(pace('b')).toBe(0);
  at = 400;
  expect(pace('a')).toBe(100);
  at = 500;
  expect([pace('a'), pace('a')]).toEqual([0, 500]);
  at = 100_000;
  expect([pace('a'), pace('a'), pace('a'), pace('a')]).toEqual([0, 0, 0, 500]);
});

test('a clock that is set back gives nothing away and locks nobody out', () => {
  let at = 10_000;
  const pace = createPace({ now: () => at, burst: 1, perSecond: 1 });
  pace('a');
  at = 0;
  expect(pace('a')).toBe(1_000);
  at = 1_000;
  expect(pace('a')).toBe(0);
});
