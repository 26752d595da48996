import { expect, test } from 'vitest';
import { dayByKey, dayFrom, dayInNextView, weeksShown } from '../../src/domain/planDates.ts';

test('a week is shown from Monday to Sunday, across the end of a year', () => {
  expect(weeksShown('week', '2026-01-01')).toEqual([
    ['2025-12-29', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
  ]);
});

test.each([
  ['2026-05-17', '2026-04-27', '2026-05-31', 5],
  ['2026-02-10', '2026-01-26', '2026-03-01', 5],
  ['2027-02-01', '2027-02-01', '2027-02-28', 4],
  ['2026-08-31', '2026-07-27', '2026-09-06', 6],
])('the month of %s is shown from %s to %s', (day, from, to, weeks) => {
  const shown = weeksShown('month', day);
  expect([shown[0]?.[0], shown.at(-1)?.[6], shown.length]).toEqual([from, to, weeks]);
});

test('the next and previous view begin with a week or a month', () => {
  expect(dayInNextView('week', '2026-05-06', 1)).toBe('2026-05-11');
  expect(dayInNextView('week', '2026-05-06', -1)).toBe('2026-04-27');
  expect(dayInNextView('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(dayInNextView('month', '2026-01-31', -1)).toBe('2025-12-01');
});

test('arrow keys move by a day or a week; other keys move nowhere', () => {
  const moved = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'].map((key) => dayByKey('2026-05-01', key));
  expect(moved).toEqual(['2026-04-30', '2026-05-02', '2026-04-24', '2026-05-08', null]);
});

test.each(['', '2026-13-01', '2026-02-30', 'tomorrow'])('an address with the day “%s” shows today', (text) => {
  expect(dayFrom(text, '2026-05-06')).toBe('2026-05-06');
});
