import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convert } from '../../../clinical/doses/dose.ts';
import { decimal, divide, toText } from '../../../clinical/doses/rational.ts';
import { isSystemicSite, siteOf } from '../../../clinical/doses/route.ts';
import { formulary, judge, lineOf, type Stocked, someone, stocked } from './scan.ts';

/** Ages in months with the median weight in kg of boys (WHO Child Growth Standards 2006; CDC growth charts 2000). */
const children = [
  [0, 3.3],
  [2, 5.6],
  [5, 7.5],
  [9, 8.9],
  [24, 12.2],
  [72, 20.5],
  [132, 35.6],
] as const;

/** The rules that judge how much a child may have; an interaction or a shortage is no answer to a dose. */
const doseRules = [
  'maxSingleDose',
  'maxDailyDose',
  'childSingleDose',
  'childDailyDose',
  'minimumAge',
  'child',
  'periodDose',
] as const;

const oftens: Readonly<Record<string, string>> = { 1: 'qd', 2: 'bid', 3: 'tid', 4: 'qid' };

/** The adult maximum of a day, in as many doses as the maximum of one dose makes of it. */
function adultMaximum({ generic, product }: Stocked) {
  const { maxSingleDose: single, maxDailyDose: daily, everyDays } = generic;
  if (everyDays) return { dose: single ?? daily ?? product.defaultDose, frequency: 'qw', days: 7 };
  const [most, one] = [decimal(daily?.value ?? ''), decimal(single?.value ?? '')];
  const inDay = most && daily && single ? convert(most, daily.unit, single.unit) : null;
  const frequency = inDay && one ? oftens[toText(divide(inDay, one))] : undefined;
  if (single && frequency) return { dose: single, frequency, days: 5 };
  return { dose: daily ?? single ?? product.defaultDose, frequency: 'qd', days: 5 };
}

const isSystemic = ({ product }: Stocked) => isSystemicSite(siteOf(product.dosageForm, product.defaultRoute));
const oneOfEach = formulary.filter(
  (one, at) =>
    isSystemic(one) &&
    formulary.findIndex(({ generic, ...of }) => generic === one.generic && isSystemic({ generic, ...of })) === at,
);

/** The age from which a label allows the adult maximum, by generic, with the reason. */
const allowed = new Map(
  readFileSync(new URL('./adult-doses-for-children.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [code = '', months = '', reason = ''] = line.split('|').map((part) => part.trim());
      return [code, { fromMonths: Number(months), reason }] as const;
    }),
);

/** The adult maximum of one dose of those taken twice a week; null for a medicine that is not taken so. */
function twiceAWeek({ medicine }: Stocked) {
  const most = medicine.limits.find(({ per }) => per === 'intermittentDose');
  return most ? { dose: { value: most.value, unit: most.unit }, frequency: 'biw', days: 28 } : null;
}

const silent = oneOfEach.flatMap((one) =>
  children.flatMap(([ageMonths, kg]) =>
    judge(someone(ageMonths, kg), lineOf(one, adultMaximum(one)), doseRules).length === 0
      ? [{ code: one.generic.code, ageMonths }]
      : [],
  ),
);

test('the adult maximum of a systemic medicine is never silent for a child whose label does not allow it', () => {
  expect(oneOfEach.length).toBeGreaterThan(380);
  const unexplained = silent.filter(({ code, ageMonths }) => ageMonths < (allowed.get(code)?.fromMonths ?? 144));
  expect(unexplained.map(({ code, ageMonths }) => `${code} ${ageMonths}`)).toEqual([]);
});

test('what adults may have twice a week is silent for a child only where it is not more for each kilogram', () => {
  const said = oneOfEach.flatMap((one) => {
    const written = twiceAWeek(one);
    return written === null
      ? []
      : children
          .filter(([ageMonths, kg]) => judge(someone(ageMonths, kg), lineOf(one, written), doseRules).length === 0)
          .map(([ageMonths]) => `${one.generic.code} ${ageMonths}`);
  });
  expect(oneOfEach.filter((one) => twiceAWeek(one)).length).toBeGreaterThan(1);
  expect(said).toEqual(['isoniazid 132']);
});

test('an adult maximum that children may have names the reason; one that they may not is not listed', () => {
  expect([...allowed].filter(([, { reason }]) => reason === '').map(([code]) => code)).toEqual([]);
  const idle = [...allowed.keys()].filter((code) => !silent.some((one) => one.code === code));
  expect(idle).toEqual([]);
});

test.each([
  ['verapamil', 240, 'qd'],
  ['sotalol', 80, 'bid'],
  ['flecainide', 50, 'bid'],
  ['flecainide', 100, 'bid'],
  ['captopril', 25, 'tid'],
  ['captopril', 50, 'tid'],
] as const)('%s %d mg (%s) for a child of nine months and 8.8 kg is not silent', (code, value, frequency) => {
  const line = lineOf(stocked(code), { dose: { value, unit: 'mg' }, frequency, days: 5 });
  expect(judge(someone(9, 8.8), line, doseRules)).not.toEqual([]);
});
