import { expect, test } from 'vitest';
import type { Packing } from '../../../clinical/doses/dose.ts';
import { quantityOf } from '../../../clinical/doses/quantity.ts';
import { coursesOf, daysOf, mostTimesADay, type Regimen, regimenProblems } from '../../../clinical/doses/regimen.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';

const tablets: Packing = { minUnit: 'tablet', strength: { value: 5, unit: 'mg' }, packUnit: 'box', packFactor: 10 };
const regimen = (over: Partial<Regimen> = {}): Regimen => ({
  dose: { value: 10, unit: 'mg' },
  frequency: 'tid',
  days: 3,
  ...over,
});
const taper = regimen({
  dose: { value: 30, unit: 'mg' },
  frequency: 'qd',
  steps: [
    { dose: 20, frequency: 'qd', days: 3 },
    { dose: 10, frequency: 'qod', days: 4 },
  ],
});
const quantity = (of: Regimen) => quantityOf(coursesOf(of), tablets);

test('a medicine taken as needed is computed at its maximum', () => {
  expect(quantity(regimen({ frequency: 'prn', maxTimes: 4 }))).toMatchObject({
    ok: true,
    packs: 3,
    totalInBase: '24',
    parts: [{ doseInBase: '2', timesPerDay: '4', days: 3 }],
  });
  expect(quantity(regimen({ frequency: 'prn' }))).toEqual({ ok: false, why: 'noFixedFrequency' });
});

test.each<[string, Partial<Regimen>, number | null]>([
  ['a maximum', { maxTimes: 4 }, 4],
  ['an interval', { minHours: 6 }, 4],
  ['an interval that does not divide the day', { minHours: 5 }, 5],
  ['an interval of more than half a day', { minHours: 16 }, 2],
  ['an interval of more than a day', { minHours: 36 }, 1],
  ['an interval that allows fewer than the maximum', { maxTimes: 6, minHours: 8 }, 3],
  ['neither', {}, null],
])('%s limits the doses in 24 hours', (_, over, most) => {
  expect(mostTimesADay(over)).toBe(most);
});

test('a loading dose replaces the first of the others', () => {
  expect(quantity(regimen({ firstDose: 20 }))).toMatchObject({
    totalInBase: '20',
    parts: [{ doseInBase: '2', timesPerDay: '3', days: 3, firstInBase: '4' }],
  });
  expect(quantity(regimen({ firstDose: 5 }))).toMatchObject({ totalInBase: '17' });
});

test('a taper lasts as long as its steps together and needs their sum', () => {
  expect(daysOf(taper)).toBe(10);
  expect(quantity(taper)).toMatchObject({ ok: true, totalInBase: '34', packs: 4 });
  expect(supplyOf({ ...taper, quantity: 4 }, tablets, null)).toEqual({ needed: 4, lastsDays: 10 });
});

test('packs beyond a taper last at its last dose', () => {
  // 50 tablets are 16 more than needed: one a day on average in the last step.
  expect(supplyOf({ ...taper, quantity: 5 }, tablets, null)).toEqual({ needed: 4, lastsDays: 26 });
});

test('a taper and a loading dose need regular frequencies', () => {
  expect(regimenProblems(taper)).toEqual([]);
  expect(regimenProblems({ ...taper, frequency: 'prn', firstDose: 60 })).toEqual([
    { field: 'frequency', why: 'taperNotRegular' },
    { field: 'firstDose', why: 'noLoadingDose' },
  ]);
  const steps = ['st', 'sometimes'].map((frequency) => ({ dose: 10, frequency, days: 1 }));
  expect(regimenProblems({ ...taper, steps })).toEqual([
    { field: 'steps.0.frequency', why: 'taperNotRegular' },
    { field: 'steps.1.frequency', why: 'unknownFrequency' },
  ]);
});

const two = (morning: number, evening: number) => [
  { moment: 'morning', dose: morning } as const,
  { moment: 'evening', dose: evening } as const,
];
const unequalTaper = regimen({
  ...{ dose: { value: 30, unit: 'mg' }, frequency: 'qd' },
  steps: [{ dose: 20, frequency: 'bid', days: 5, dayDoses: two(20, 10) }],
});

test('each step of a taper can have doses by time of day, which its sum and its supply follow', () => {
  expect(regimenProblems(unequalTaper)).toEqual([]);
  // 3 days of 6 tablets, then 5 days of 4 + 2.
  expect(quantity(unequalTaper)).toMatchObject({ totalInBase: '48', packs: 5 });
  expect(supplyOf({ ...unequalTaper, quantity: 4 }, tablets, null)).toEqual({ needed: 5, lastsDays: 6 });
});

test('doses by time of day of a step that contradict themselves are named by their step', () => {
  const step = { dose: 20, frequency: 'bid', days: 5, dayDoses: two(20, 10) };
  const of = (over: object) => regimenProblems({ ...unequalTaper, steps: [{ ...step, ...over }] });
  expect(of({ dose: 10 })).toEqual([{ field: 'steps.0.dose', why: 'notLargestDose' }]);
  expect(of({ frequency: 'tid' })).toEqual([{ field: 'steps.0.dayDoses', why: 'momentsNotFrequency' }]);
  expect(of({ frequency: 'qd', dayDoses: two(20, 10).slice(0, 1) })).toEqual([
    { field: 'steps.0.dayDoses', why: 'tooFewMoments' },
  ]);
  expect(regimenProblems({ ...unequalTaper, firstDose: 40 })).toEqual([]);
});
