import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convert } from '../../../clinical/doses/dose.ts';
import { decimal, divide, isAbove, type Rational, ratio } from '../../../clinical/doses/rational.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';

const generics = readGenerics();
const listed = readFileSync(new URL('./defined-daily-doses.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [code = '', dose = '', reason = ''] = line.split('|').map((part) => part.trim());
    const [value = '', unit = ''] = dose.split(' ');
    return { code, value, unit, reason };
  });
const rows = listed.filter(({ value }) => value !== 'none');
const without = listed.filter(({ value }) => value === 'none');

/** The daily maximum as a multiple of the defined daily dose; null if they cannot be compared. */
function multipleOf({ code, value, unit }: (typeof rows)[number]): Rational | null {
  const most = generics.get(code)?.maxDailyDose;
  const [defined, inUnit] = [decimal(value), most ? decimal(most.value) : null];
  const converted = most && inUnit ? convert(inUnit, most.unit, unit) : null;
  return converted && defined ? divide(converted, defined) : null;
}

const isFar = (multiple: Rational) => isAbove(multiple, ratio(3)) || isAbove(ratio(1), multiple);

test('every medicine with a daily maximum is listed, with its defined daily dose or why it has none', () => {
  const codes = new Set(listed.map(({ code }) => code));
  const missing = [...generics.values()].filter(({ code, maxDailyDose }) => maxDailyDose && !codes.has(code));
  expect(missing.map(({ code }) => code)).toEqual([]);
  expect(without.filter(({ reason }) => reason === '').map(({ code }) => code)).toEqual([]);
});

test('every daily maximum can be compared with the defined daily dose of the WHO', () => {
  expect(rows.length).toBeGreaterThan(435);
  expect(rows.filter((row) => multipleOf(row) === null).map(({ code }) => code)).toEqual([]);
});

test('a maximum above three times the defined daily dose, or below it, has a reason', () => {
  const unexplained = rows.filter((row) => {
    const multiple = multipleOf(row);
    return multiple !== null && isFar(multiple) && row.reason === '';
  });
  expect(unexplained.map(({ code }) => code)).toEqual([]);
});

test('a reason for a distance that no longer exists is removed', () => {
  const idle = rows.filter((row) => {
    const multiple = multipleOf(row);
    return multiple !== null && !isFar(multiple) && row.reason !== '';
  });
  expect(idle.map(({ code }) => code)).toEqual([]);
});

test('a reason that appeals to a label says whether a text of it was read', () => {
  const appeals = rows.filter(({ reason }) => reason.startsWith('label'));
  expect(appeals.filter(({ reason }) => !/\((not read|.+, read \d{4}-\d{2}-\d{2})\)$/.test(reason))).toEqual([]);
});
