import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Packing } from '../../../clinical/doses/dose.ts';
import {
  daysOfDoses,
  dosesInDays,
  frequencyCodes,
  frequencyOf,
  isScheduled,
} from '../../../clinical/doses/frequency.ts';
import { quantityOf } from '../../../clinical/doses/quantity.ts';
import { coursesOf, dayMoments, daysOf, daysUntilNextDose, type Regimen } from '../../../clinical/doses/regimen.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';

const tablets = (packFactor: number): Packing => ({
  minUnit: 'tablet',
  strength: { value: 5, unit: 'mg' },
  packUnit: 'box',
  packFactor,
});
const course = (frequency: string, days: number, pieces = 1): Regimen => ({
  dose: { value: pieces, unit: 'tablet' },
  frequency,
  days,
});
const total = (of: Regimen, packFactor = 10) => {
  const found = quantityOf(coursesOf(of), tablets(packFactor));
  return found.ok ? found.totalInBase : found.why;
};

test.each<[string, number, string]>([
  ['qod', 7, '4'],
  ['qod', 1, '1'],
  ['qod', 366, '183'],
  ['q3d', 7, '3'],
  ['q3d', 366, '122'],
  ['qw', 1, '1'],
  ['qw', 7, '1'],
  ['qw', 8, '2'],
  ['q2w', 30, '3'],
  ['q4w', 28, '1'],
  ['q4w', 29, '2'],
  ['biw', 3, '1'],
  ['biw', 4, '2'],
  ['biw', 7, '2'],
  ['tiw', 14, '6'],
  ['st', 30, '1'],
])('%s for %i days is %s whole doses, the first on day 1', (frequency, days, doses) => {
  expect(total(course(frequency, days))).toBe(doses);
});

test('two tablets every other day for a week from packs of 7 need two packs: four doses, not 3.5', () => {
  expect(quantityOf(coursesOf(course('qod', 7, 2)), tablets(7))).toEqual({
    ok: true,
    packs: 2,
    totalInBase: '8',
    packFactor: 7,
    parts: [{ kind: 'doses', doseInBase: '2', doses: 4, firstInBase: null }],
    packRest: { doses: 3, rest: '1' },
  });
});

test('a pack that divides into doses, or is the only one, leaves nothing to say', () => {
  const rest = (of: Regimen, factor: number) => quantityOf(coursesOf(of), tablets(factor));
  expect(rest(course('bid', 7, 2), 8)).toMatchObject({ packRest: null });
  expect(rest(course('bid', 1, 2), 7)).toMatchObject({ packs: 1, packRest: null });
  expect(rest(course('bid', 7, 0.5), 5)).toMatchObject({ packRest: null });
  expect(rest(course('bid', 7, 3), 2)).toMatchObject({ packRest: { doses: 0, rest: '2' } });
});

test('a loading dose of an interval replaces the first of its whole doses', () => {
  const loaded = { ...course('qw', 22), firstDose: 3 };
  expect(quantityOf(coursesOf(loaded), tablets(10))).toMatchObject({
    totalInBase: '6',
    parts: [{ kind: 'doses', doses: 4, firstInBase: '3' }],
  });
});

test('unequal doses of a day are summed: 14 units and 10 units for 30 days', () => {
  const insulin: Packing = { minUnit: 'ml', strength: { value: 100, unit: 'iu' }, packUnit: 'pen', packFactor: 3 };
  const doses: Regimen = {
    dose: { value: 14, unit: 'iu' },
    frequency: 'bid',
    days: 30,
    dayDoses: [
      { moment: 'morning', dose: 14 },
      { moment: 'evening', dose: 10 },
    ],
  };
  expect(quantityOf(coursesOf(doses), insulin)).toMatchObject({
    packs: 3,
    totalInBase: '7.2',
    parts: [{ kind: 'unequal', dosesInBase: ['0.14', '0.1'], days: 30 }],
  });
  expect(supplyOf({ ...doses, quantity: 2 }, insulin, null)).toEqual({ needed: 3, lastsDays: 25 });
});

test('too few packs last for fewer days than the course, too many for more', () => {
  const supply = (of: Regimen, quantity: number) => supplyOf({ ...of, quantity }, tablets(10), null)?.lastsDays;
  expect(supply(course('bid', 30), 1)).toBe(5);
  expect(supply(course('qod', 30), 1)).toBe(20);
  expect(supply(course('bid', 30), 6)).toBe(30);
  expect(supply(course('bid', 30), 7)).toBe(35);
  const taper = { ...course('qd', 5, 2), steps: [{ dose: 1, frequency: 'qod', days: 10 }] };
  expect(supply(taper, 1)).toBe(5);
  expect(supply(taper, 2)).toBe(15);
});

test('a pack of nothing, a negative pack and a course of no days have no supply', () => {
  for (const factor of [0, -1, Number.NaN])
    expect(supplyOf({ ...course('qd', 5), quantity: 1 }, tablets(factor), null)).toBeNull();
  for (const days of [0, -1, 1.5, 367])
    expect(supplyOf({ ...course('qd', days), quantity: 1 }, tablets(10), null)).toBeNull();
});

test('the shortest and the longest course have a supply', () => {
  expect(supplyOf({ ...course('qd', 1), quantity: 1 }, tablets(10), null)).toEqual({ needed: 1, lastsDays: 1 });
  expect(supplyOf({ ...course('qd', 366), quantity: 37 }, tablets(10), null)).toEqual({ needed: 37, lastsDays: 366 });
});

test('a line without packs lasts no day, and an unknown number of packs has no supply', () => {
  const supply = (quantity: number) => supplyOf({ ...course('qd', 5), quantity }, tablets(10), null);
  expect([supply(0), supply(-1)]).toEqual([
    { needed: 1, lastsDays: 0 },
    { needed: 1, lastsDays: 0 },
  ]);
  expect([supply(Number.NaN), supply(Number.POSITIVE_INFINITY)]).toEqual([null, null]);
});

/** Packs of 12 tablets of 5 mg, two at a time as needed for three days; the daily maximum is in mg. */
const asNeeded = (more: Partial<Regimen>, maximum: number | null = null, packs = 1) =>
  supplyOf(
    { ...course('prn', 3, 2), ...more, quantity: packs },
    tablets(12),
    maximum === null ? null : { value: maximum, unit: 'mg' },
  );

test('what is taken as needed lasts by its maximum, else by six doses or the daily maximum a day', () => {
  expect(asNeeded({ maxTimes: 3 })).toEqual({ needed: 2, lastsDays: 2 });
  expect(asNeeded({})).toEqual({ needed: 3, lastsDays: 1 });
  expect(asNeeded({}, null, 5)).toEqual({ needed: 3, lastsDays: 5 });
  expect(asNeeded({}, 30)).toEqual({ needed: 2, lastsDays: 2 });
  expect(asNeeded({ maxTimes: 1 }, 30, 2)).toEqual({ needed: 1, lastsDays: 12 });
});

test('a daily maximum counts only where one dose is not above it', () => {
  expect([asNeeded({}, 10, 2)?.lastsDays, asNeeded({}, 9, 2)?.lastsDays]).toEqual([12, 2]);
});

test('a single dose is one dose whatever its days, and each further one lasts another day', () => {
  const once = (days: number, packs: number) => supplyOf({ ...course('st', days), quantity: packs }, tablets(4), null);
  expect(once(1, 1)).toEqual({ needed: 1, lastsDays: 1 });
  expect(once(1, 2)).toEqual({ needed: 1, lastsDays: 8 });
  expect(once(366, 1)).toEqual({ needed: 1, lastsDays: 366 });
});

test('a larger first dose takes from the supply, and a smaller one leaves more', () => {
  const first = (firstDose: number | null, packs: number) =>
    supplyOf({ ...course('qd', 10), firstDose, quantity: packs }, tablets(5), null);
  expect(first(null, 2)).toEqual({ needed: 2, lastsDays: 10 });
  expect(first(2, 2)).toEqual({ needed: 3, lastsDays: 9 });
  expect(first(0.5, 3)).toEqual({ needed: 2, lastsDays: 15 });
  expect(first(6, 1)).toEqual({ needed: 3, lastsDays: 0 });
  expect(first(0, 2)).toEqual({ needed: 2, lastsDays: 10 });
});

test('a first dose that is above what is left of an interval leaves no day', () => {
  const weekly = (firstDose: number, packs: number) =>
    supplyOf({ ...course('qw', 28), firstDose, quantity: packs }, tablets(2), null);
  expect(weekly(1, 1)).toEqual({ needed: 2, lastsDays: 14 });
  expect(weekly(3, 1)).toEqual({ needed: 3, lastsDays: 0 });
  expect(weekly(3, 2)).toEqual({ needed: 3, lastsDays: 14 });
});

test('a weekly dose acts until the next is due, in days that are left as in a taper', () => {
  expect(daysUntilNextDose(course('qw', 1))).toBe(7);
  expect(daysUntilNextDose(course('qw', 8))).toBe(14);
  expect(daysUntilNextDose(course('bid', 8))).toBe(8);
  expect(daysUntilNextDose({ ...course('qd', 3), steps: [{ dose: 1, frequency: 'q4w', days: 1 }] })).toBe(31);
});

const anyFrequency = fc.constantFrom(...frequencyCodes.filter(isScheduled), 'st', 'prn');
const anyDose = fc.constantFrom(0.25, 0.5, 1, 1.5, 2, 3, 7);
const anyRegimen: fc.Arbitrary<Regimen> = fc
  .record({
    pieces: anyDose,
    frequency: anyFrequency,
    days: fc.constantFrom(1, 2, 6, 7, 8, 30, 90, 366),
    firstDose: fc.option(anyDose),
    steps: fc.array(
      fc.record({
        dose: anyDose,
        frequency: fc.constantFrom('qd', 'bid', 'qod', 'tiw'),
        days: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 2 },
    ),
    unequal: fc.array(anyDose, { minLength: 2, maxLength: 5 }),
    isUnequal: fc.boolean(),
  })
  .map(({ pieces, frequency, days, firstDose, steps: equal, unequal, isUnequal }) => {
    const counts = ['', '', 'bid', 'tid', 'qid', '5id'][unequal.length] ?? 'bid';
    const dayDoses = dayMoments.slice(0, unequal.length).map((moment, at) => ({ moment, dose: unequal[at] ?? 1 }));
    const inDay = { dose: Math.max(...unequal), frequency: counts, dayDoses };
    const steps = equal.map((step) => (unequal.length % 2 === 0 ? { ...step, ...inDay } : step));
    const taper = isScheduled(frequency) ? steps : [];
    return isUnequal
      ? { dose: { value: Math.max(...unequal), unit: 'tablet' }, frequency: counts, days, dayDoses, steps: taper }
      : { dose: { value: pieces, unit: 'tablet' }, frequency, days, maxTimes: 4, steps: taper, firstDose };
  });

/** Tablets that are taken when every dose of the regimen is counted out, one day after another. */
function countedOut(regimen: Regimen): number {
  return coursesOf(regimen).reduce((sum, { dose, frequency, days, firstDose, mostTimes, dayDoses }) => {
    const often = frequencyOf(frequency);
    let [taken, doses] = [0, 0];
    for (let day = 0; day < days; day += 1) {
      if (often?.kind === 'interval' && day === Math.floor((doses * often.inDays) / often.times))
        [taken, doses] = [taken + dose.value, doses + 1];
      if (often?.kind === 'once' && day === 0) taken += dose.value;
      if (often?.kind === 'asNeeded') taken += dose.value * (mostTimes ?? 0);
      if (often?.kind === 'regular')
        taken += dayDoses ? dayDoses.reduce((all, one) => all + one.dose, 0) : dose.value * Number(often.timesPerDay.n);
    }
    return sum + taken + (firstDose ? firstDose - dose.value : 0);
  }, 0);
}

test('the packs needed always suffice for the doses counted out, and one pack fewer never does', () => {
  fc.assert(
    fc.property(anyRegimen, fc.integer({ min: 1, max: 60 }), (regimen, factor) => {
      const quantity = quantityOf(coursesOf(regimen), tablets(factor));
      fc.pre(quantity.ok);
      if (!quantity.ok) return;
      const taken = countedOut(regimen);
      expect(quantity.packs * factor).toBeGreaterThanOrEqual(taken);
      expect((quantity.packs - 1) * factor).toBeLessThan(taken);
    }),
    { numRuns: 2_000 },
  );
});

test('the quantity and the supply agree, and fewer packs never last longer', () => {
  fc.assert(
    fc.property(anyRegimen, fc.integer({ min: 1, max: 60 }), fc.nat(40), (regimen, factor, packs) => {
      const quantity = quantityOf(coursesOf(regimen), tablets(factor));
      const lasts = (of: number) => supplyOf({ ...regimen, quantity: of }, tablets(factor), null);
      fc.pre(quantity.ok);
      if (!quantity.ok) return;
      expect(lasts(quantity.packs)).toEqual({ needed: quantity.packs, lastsDays: daysOf(regimen) });
      expect(lasts(packs)?.lastsDays).toBeLessThanOrEqual(lasts(packs + 1)?.lastsDays ?? -1);
    }),
    { numRuns: 1_000 },
  );
});

test('doses of an interval and the days they last are two sides of one rule', () => {
  const intervals = frequencyCodes.map(frequencyOf).filter((often) => often?.kind === 'interval');
  expect(intervals).toHaveLength(7);
  fc.assert(
    fc.property(fc.constantFrom(...intervals), fc.integer({ min: 1, max: 400 }), (often, doses) => {
      if (often?.kind !== 'interval') return;
      expect(dosesInDays(often, daysOfDoses(often, doses))).toBe(doses);
      expect(dosesInDays(often, daysOfDoses(often, doses) + 1)).toBe(doses + 1);
    }),
  );
});
