import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formulary, judge, lineOf, someone, stocked } from './scan.ts';

const grown = 40 * 12;

/** Whoever takes as needed is given a number of doses a day, as the labels ask. */
const usual = (one: (typeof formulary)[number]) => {
  const { defaultDose: dose, defaultFrequency: frequency } = one.product;
  return lineOf(one, { dose, frequency, days: 3, ...(frequency === 'prn' ? { maxTimes: 1 } : {}) });
};

/** What the checks say of each product's usual dose for somebody of this weight, as "generic: warn rule". */
const alarmsAt = (kg: number) => [
  ...new Set(
    formulary.flatMap((one) => {
      const found = judge(someone(grown, kg), usual(one));
      return found.length > 0 ? [`${one.generic.code}: ${found.join(', ')}`] : [];
    }),
  ),
];

/** Usual doses that a light adult has reason to question: "45 | generic: warn rule | why". */
const known = readFileSync(new URL('./light-adults.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()));

test.each([70, 60])('the usual dose of every product is silent for an adult of %i kg', (kg) => {
  expect(alarmsAt(kg)).toEqual([]);
});

test.each([50, 45, 40])('for an adult of %i kg only the listed usual doses ask', (kg) => {
  const listed = known.flatMap(([at, found = '']) => (at === String(kg) ? [found] : []));
  expect(alarmsAt(kg).toSorted()).toEqual(listed.toSorted());
});

test('every usual dose that asks at a low weight has a reason', () => {
  expect(known.filter(([, , why = '']) => why === '')).toEqual([]);
});

const mg = (value: number) => ({ value, unit: 'mg' });

test.each([
  ['apixaban', 'tablet', mg(10), 'bid', 7],
  ['azithromycin', undefined, mg(500), 'qd', 3],
  ['azithromycin', undefined, mg(1_000), 'st', 1],
  ['clopidogrel', 'tablet', mg(300), 'st', 1],
  ['prasugrel', 'tablet', mg(60), 'st', 1],
  ['ticagrelor', 'tablet', mg(180), 'st', 1],
  ['rivaroxaban', 'tablet', mg(15), 'bid', 21],
  ['leflunomide', 'tablet', mg(100), 'qd', 3],
] as const)('the start of %s (%s, %o %s) as its label has it is silent', (code, form, dose, frequency, days) => {
  expect(judge(someone(grown, 70), lineOf(stocked(code, form), { dose, frequency, days }))).toEqual([]);
});

test.each([
  ['apixaban', 'tablet', mg(10), 'bid', 30],
  ['prasugrel', 'tablet', mg(60), 'qd', 30],
  ['clopidogrel', 'tablet', mg(300), 'qd', 30],
  ['rivaroxaban', 'tablet', mg(15), 'bid', 60],
  ['leflunomide', 'tablet', mg(100), 'qd', 30],
] as const)('%s at the dose of its start for good is not silent', (code, form, dose, frequency, days) => {
  expect(judge(someone(grown, 70), lineOf(stocked(code, form), { dose, frequency, days }))).not.toEqual([]);
});

test.each([
  ['sumatriptan', mg(50), 2, 8],
  ['rizatriptan', mg(10), 2, 6],
  ['zolmitriptan', mg(2.5), 2, 6],
] as const)(
  '%s for the headaches that its label allows in a month is silent, every day of a month not',
  (code, dose, maxTimes, days) => {
    const often = { dose, frequency: 'prn', maxTimes };
    const said = (course: number) => judge(someone(grown, 70), lineOf(stocked(code), { ...often, days: course }));
    expect(said(days)).toEqual([]);
    expect(said(30)).toEqual(['warn periodDose']);
  },
);
