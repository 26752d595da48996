import { expect, test } from 'vitest';
import { durationText } from '../../src/domain/duration.ts';

test.each([
  [-5, '0:00'],
  [7_000, '0:07'],
  [69_999, '1:09'],
  [3_849_000, '1:04:09'],
])('a duration of %d ms is written as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
