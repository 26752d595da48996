import { expect, test } from 'vitest';
import type { ScheduleSlot } from '../../contract/extension/schedule.ts';
import {
  cellKey,
  invalidIn,
  quotaIn,
  slotsOf,
  totalOf,
  weekOf,
  withDayCopied,
  withoutType,
} from '../../src/domain/week.ts';

const slots: ScheduleSlot[] = [
  { weekday: 1, period: 'morning', consultType: 1, quota: 20 },
  { weekday: 1, period: 'evening', consultType: 1, quota: 5 },
  { weekday: 3, period: 'morning', consultType: 2, quota: 4 },
  { weekday: 3, period: 'evening', consultType: 2, quota: 0 },
];

const types = [1, 2];

test('an unchanged week is stored unchanged, without periods nobody works', () => {
  expect(slotsOf(weekOf(slots, types))).toEqual(slots.slice(0, 3));
});

test('a week for the form has every field of its consultation types', () => {
  expect(Object.keys(weekOf([], types))).toHaveLength(42);
});

test.each([
  ['', 0],
  [undefined, 0],
  [' 7 ', 7],
  ['７', 7],
  ['500', 500],
  ['501', null],
  ['-1', null],
  ['1.5', null],
  ['abc', null],
])('%j patients are read as %j', (typed, quota) => {
  expect(quotaIn(typed)).toBe(quota);
});

test('an invalid field is named, and is not among what is stored', () => {
  const week = { ...weekOf(slots, types), [cellKey(1, 2, 'morning')]: 'many' };
  expect(invalidIn(week)).toEqual([cellKey(1, 2, 'morning')]);
  expect(slotsOf(week)).toEqual(slots.slice(0, 3));
});

test('copying a day and removing one consultation type do not change other types', () => {
  const copied = withDayCopied(weekOf(slots, types), 1, 1, [2, 3]);
  expect([totalOf(copied, 1), totalOf(copied, 2)]).toEqual([75, 4]);
  const cleared = withoutType(copied, 1);
  expect([totalOf(cleared, 1), totalOf(cleared, 2)]).toEqual([0, 4]);
});
