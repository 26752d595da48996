import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageInMonths, ageOf } from '../../../clinical/patient/age.ts';

const today = '2026-03-01';

test.each([
  ['2026-03-01', { unit: 'days', value: 0 }],
  ['2026-02-03', { unit: 'days', value: 26 }],
  ['2026-02-01', { unit: 'months', value: 1 }],
  ['2025-10-01', { unit: 'months', value: 5 }],
  ['2025-03-01', { unit: 'yearsAndMonths', value: 1, months: 0 }],
  ['2020-03-02', { unit: 'yearsAndMonths', value: 5, months: 11 }],
  ['2020-03-01', { unit: 'years', value: 6 }],
  ['1938-02-28', { unit: 'years', value: 88 }],
])('the age on 1 March 2026 of a patient born on %s is %j', (birthday, age) => {
  expect(ageOf(birthday, today)).toEqual(age);
});

test('a patient born on 29 February is a year older on 1 March', () => {
  expect(ageInMonths('2024-02-29', '2025-02-28')).toBe(11);
  expect(ageInMonths('2024-02-29', '2025-03-01')).toBe(12);
});

test.each(['', '2026-13-01', '2026-02-30', '1.3.2026', '2026-03-02'])(
  'the age is unknown for the birthday "%s"',
  (birthday) => {
    expect(ageOf(birthday, today)).toBeNull();
    expect(ageInMonths(birthday, today)).toBeNull();
  },
);

test('age never decreases with time', () => {
  const day = fc
    .date({ min: new Date('1930-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, day, (a, b, c) => {
      const [born = '', sooner = '', later = ''] = [a, b, c].sort();
      expect(ageInMonths(born, later)).toBeGreaterThanOrEqual(ageInMonths(born, sooner) ?? Number.NaN);
    }),
  );
});
