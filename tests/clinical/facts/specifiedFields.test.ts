import { expect, test } from 'vitest';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { entryOf } from '../../../clinical/facts/summaryShape.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 27);
const weightOf = (age: number | undefined, daysAgo: number | null) => {
  const weightTime = daysAgo === null ? null : now - daysAgo * day;
  const { standing, claims } = entryOf(summaryOf({ age, weightKg: 14.7, weightTime }, now), 'weight');
  return [standing, claims[0]?.outdated];
};

test('a weight from the specified fields grows old by age, as every other weight does', () => {
  expect(weightOf(3, 90)).toEqual(['stated', false]);
  expect(weightOf(3, 91)).toEqual(['outdated', true]);
  expect(weightOf(8, 180)).toEqual(['stated', false]);
  expect(weightOf(40, 731)).toEqual(['outdated', true]);
});

test('without an age a weight counts as long as a child’s, and without a day it is not known to be old', () => {
  expect(weightOf(undefined, 181)).toEqual(['outdated', true]);
  expect(weightOf(3, null)).toEqual(['stated', false]);
});
