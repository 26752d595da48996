import { expect, test } from 'vitest';
import type { ScheduleSlot } from '../../contract/extension/schedule.ts';
import {
  cellKey,
  quotaIn,
  sameWeek,
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

test('an unchanged week is stored unchanged, without periods nobody works', () => {
  expect(slotsOf(weekOf(slots))).toEqual(slots.slice(0, 3));
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

test('a week with an invalid field is not stored', () => {
  expect(slotsOf({ ...weekOf(slots), [cellKey(1, 2, 'morning')]: 'many' })).toBeNull();
});

test('empty, zero and spaces are equal; an invalid value is always a change', () => {
  const week = weekOf(slots);
  expect(sameWeek(week, { ...week, [cellKey(1, 5, 'morning')]: '0', [cellKey(1, 1, 'morning')]: ' 20' })).toBe(true);
  expect(sameWeek(week, { ...week, [cellKey(1, 5, 'morning')]: '3' })).toBe(false);
  expect(sameWeek({ ...week, [cellKey(1, 5, 'morning')]: 'x' }, { ...week, [cellKey(1, 5, 'morning')]: 'x' })).toBe(
    false,
  );
});

test('copying a day and removing one consultation type do not change other types', () => {
  const copied = withDayCopied(weekOf(slots), 1, 1, [2, 3]);
  expect([totalOf(copied, 1), totalOf(copied, 2)]).toEqual([75, 4]);
  const cleared = withoutType(copied, 1);
  expect([totalOf(cleared, 1), totalOf(cleared, 2)]).toEqual([0, 4]);
});
