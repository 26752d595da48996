import { expect, test } from 'vitest';
import { isQuiet } from '../../src/domain/alertSettings.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const zone = 'Asia/Shanghai';
/** A time in the hospital's time zone; 2 March 2026 is a Monday. */
const at = (day: number, time: string) => Date.parse(`2026-03-0${day}T${time}:00+08:00`);
const nights = { on: true, from: '22:00', to: '07:00', days: everyDay };

test('nothing is quiet while the hours are off', () => {
  expect(isQuiet({ ...nights, on: false }, at(2, '23:00'), zone)).toBe(false);
});

test.each([
  ['21:59', false],
  ['22:00', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false],
])('hours across midnight at %s: %s', (time, quiet) => {
  expect(isQuiet(nights, at(3, time), zone)).toBe(quiet);
});

test('hours within a day begin with their first minute and end before their last', () => {
  const lunch = { on: true, from: '12:00', to: '13:30', days: everyDay };
  expect(['11:59', '12:00', '13:29', '13:30'].map((time) => isQuiet(lunch, at(2, time), zone))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('a night counts as the day on which it begins', () => {
  const mondayOnly = { ...nights, days: [1] };
  expect(isQuiet(mondayOnly, at(2, '03:00'), zone)).toBe(false);
  expect(isQuiet(mondayOnly, at(2, '23:00'), zone)).toBe(true);
  expect(isQuiet(mondayOnly, at(3, '03:00'), zone)).toBe(true);
  expect(isQuiet(mondayOnly, at(3, '23:00'), zone)).toBe(false);
});

test('Sunday night continues into Monday', () => {
  expect(isQuiet({ ...nights, days: [7] }, at(2, '03:00'), zone)).toBe(true);
});

test('hours that end when they begin last the whole day', () => {
  const sunday = { on: true, from: '08:00', to: '08:00', days: [7] };
  expect([at(1, '07:59'), at(1, '08:00'), at(2, '07:59'), at(2, '08:00')].map((t) => isQuiet(sunday, t, zone))).toEqual(
    [false, true, true, false],
  );
});

test('quiet hours use the hospital’s time zone, not this machine’s', () => {
  expect(isQuiet(nights, Date.parse('2026-03-02T14:30:00Z'), 'Asia/Shanghai')).toBe(true);
  expect(isQuiet(nights, Date.parse('2026-03-02T14:30:00Z'), 'UTC')).toBe(false);
});
