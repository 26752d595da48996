import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inBaseUnits, inUnit, type Packing } from '../../../clinical/doses/dose.ts';
import { frequencyCodes, frequencyOf } from '../../../clinical/doses/frequency.ts';
import { quantityOf } from '../../../clinical/doses/quantity.ts';
import { ratio } from '../../../clinical/doses/rational.ts';
import type { Course } from '../../../clinical/doses/regimen.ts';

const tablets: Packing = { minUnit: 'tablet', strength: { value: 500, unit: 'mg' }, packUnit: 'box', packFactor: 24 };
const course = (over: Partial<Course> = {}): Course => ({
  dose: { value: 500, unit: 'mg' },
  frequency: 'tid',
  days: 7,
  ...over,
});
const packs = (courses: Course[], packing: Packing = tablets) => {
  const quantity = quantityOf(courses, packing);
  return quantity.ok ? quantity.packs : quantity.why;
};

test('the quantity comes with its formula: 500 mg three times a day for 7 days is one box of 24', () => {
  expect(quantityOf([course()], tablets)).toEqual({
    ok: true,
    packs: 1,
    totalInBase: '21',
    packFactor: 24,
    parts: [{ kind: 'daily', doseInBase: '1', timesPerDay: '3', days: 7, firstInBase: null }],
    packRest: null,
  });
});

test.each<[string, Partial<Course>, number]>([
  ['two tablets at a time', { dose: { value: 2, unit: 'tablet' } }, 2],
  ['a dose in grams', { dose: { value: 1, unit: 'g' } }, 2],
  ['half a tablet', { dose: { value: 0.5, unit: 'tablet' }, frequency: 'bid', days: 30 }, 2],
  ['every other day', { frequency: 'qod', days: 48 }, 1],
  ['once a week', { frequency: 'qw', days: 84 }, 1],
  ['every other day, one tablet more than the box', { frequency: 'qod', days: 50 }, 2],
  ['a single dose, whatever the days', { frequency: 'st', days: 7 }, 1],
  ['the Chinese names of the units', { dose: { value: 2, unit: '片' } }, 2],
])('%s', (_, over, expected) => {
  expect(packs([course(over)])).toBe(expected);
});

test('a liquid is counted in millilitres and packed in bottles', () => {
  const syrup: Packing = { minUnit: 'ml', strength: { value: 20, unit: 'mg' }, packUnit: 'bottle', packFactor: 100 };
  expect(packs([course({ dose: { value: 100, unit: 'mg' } })], syrup)).toBe(2);
  expect(packs([course({ dose: { value: 5, unit: 'ml' }, days: 6 })], syrup)).toBe(1);
});

test('grams of a cream measure the cream, milligrams its active substance', () => {
  const cream: Packing = { minUnit: 'g', strength: { value: 10, unit: 'mg' }, packUnit: 'tube', packFactor: 20 };
  expect(packs([course({ dose: { value: 1, unit: 'g' } })], cream)).toBe(2);
  expect(packs([course({ dose: { value: 10, unit: 'mg' } })], cream)).toBe(2);
  expect(inUnit({ value: 1, unit: 'g' }, 'mg', cream)).toEqual({ ok: true, base: ratio(10) });
});

test('a dose is compared with a maximum in any unit the strength allows', () => {
  expect(inUnit({ value: 2, unit: 'tablet' }, 'g', tablets)).toEqual({ ok: true, base: ratio(1) });
  expect(inUnit({ value: 500, unit: 'mg' }, 'g', { ...tablets, strength: null })).toEqual({
    ok: true,
    base: ratio(1, 2),
  });
  expect(inUnit({ value: 2, unit: 'tablet' }, 'g', { ...tablets, strength: null })).toEqual({
    ok: false,
    why: 'unknownStrength',
  });
});

test('a millilitre of eye drops is twenty drops', () => {
  const drops: Packing = { minUnit: 'ml', strength: { value: 3, unit: 'mg' }, packUnit: 'bottle', packFactor: 5 };
  expect(packs([course({ dose: { value: 1, unit: 'drop' }, frequency: 'qid', days: 25 })], drops)).toBe(1);
  expect(packs([course({ dose: { value: 1, unit: 'drop' }, frequency: 'qid', days: 26 })], drops)).toBe(2);
});

test('a taper is the sum of its courses, rounded up once', () => {
  const five: Packing = { ...tablets, strength: { value: 5, unit: 'mg' }, packFactor: 60 };
  const taper = [30, 20, 10].map((mg) => course({ dose: { value: mg, unit: 'mg' }, frequency: 'qd', days: 5 }));
  expect(quantityOf(taper, five)).toMatchObject({ ok: true, packs: 1, totalInBase: '60' });
});

test.each<[string, Course, Partial<Packing>, string]>([
  ['a drug taken as needed', course({ frequency: 'prn' }), {}, 'noFixedFrequency'],
  ['an unknown frequency', course({ frequency: 'sometimes' }), {}, 'unknownFrequency'],
  ['milligrams of a product of unknown strength', course(), { strength: null }, 'unknownStrength'],
  ['millilitres of a tablet', course({ dose: { value: 5, unit: 'ml' } }), {}, 'unitMismatch'],
  ['capsules of a tablet', course({ dose: { value: 1, unit: 'capsule' } }), {}, 'unitMismatch'],
  ['an unknown unit', course({ dose: { value: 1, unit: 'spoon' } }), {}, 'unknownUnit'],
  ['a dose of zero', course({ dose: { value: 0, unit: 'mg' } }), {}, 'invalidDose'],
  ['a dose that is no number', course({ dose: { value: Number.NaN, unit: 'mg' } }), {}, 'invalidDose'],
  ['no days', course({ days: 0 }), {}, 'invalidDays'],
  ['half a day', course({ days: 0.5 }), {}, 'invalidDays'],
  ['a course of more than a year', course({ days: 367 }), {}, 'invalidDays'],
  ['an empty pack', course(), { packFactor: 0 }, 'invalidPack'],
  ['a pack of fewer than nothing', course(), { packFactor: -1 }, 'invalidPack'],
  [
    'pieces of a pack of fewer than nothing',
    course({ dose: { value: 1, unit: 'tablet' } }),
    { packFactor: -1 },
    'invalidPack',
  ],
  ['a dose in packs of nothing', course({ dose: { value: 1, unit: 'box' } }), { packFactor: 0 }, 'invalidPack'],
  ['an absurd amount', course({ dose: { value: 1e9, unit: 'g' } }), {}, 'tooMany'],
])('%s has no quantity, with the reason', (_, one, packing, why) => {
  expect(quantityOf([one], { ...tablets, ...packing })).toEqual({ ok: false, why });
});

test.each([
  [1, '3', 1],
  [366, '1098', 46],
])('the shortest and the longest course have a quantity: %i days', (days, totalInBase, needed) => {
  expect(quantityOf([course({ days })], tablets)).toMatchObject({ ok: true, totalInBase, packs: needed });
});

test('9,999 packs are the most that a line can have', () => {
  const each = (value: number) => course({ dose: { value, unit: 'tablet' }, frequency: 'qd', days: 1 });
  expect([packs([each(9_999 * 24)]), packs([each(9_999 * 24 + 1)])]).toEqual([9_999, 'tooMany']);
});

test('a dose in packs, or by its content, needs a pack that holds something', () => {
  for (const packFactor of [0, -1])
    for (const unit of ['box', 'mg'])
      expect(inBaseUnits({ value: 1, unit }, { ...tablets, packFactor })).toEqual({ ok: false, why: 'invalidPack' });
  expect(inBaseUnits({ value: 2, unit: 'box' }, tablets)).toEqual({ ok: true, base: ratio(48) });
});

test('an empty course has no quantity rather than zero packs', () => {
  expect(packs([])).toBe('nothingToTake');
});

const anyCourse = fc.record({
  thousandths: fc.integer({ min: 1, max: 2_000_000 }),
  frequency: fc.constantFrom(...frequencyCodes.filter((code) => frequencyOf(code)?.kind === 'regular')),
  days: fc.integer({ min: 1, max: 90 }),
});
const anyPacking = fc.record({
  strength: fc.integer({ min: 1, max: 2_000 }),
  packFactor: fc.integer({ min: 1, max: 200 }),
});

test('the quantity is the smallest number of packs that covers the course', () => {
  fc.assert(
    fc.property(anyCourse, anyPacking, ({ thousandths, frequency, days }, { strength, packFactor }) => {
      const packing: Packing = { ...tablets, strength: { value: strength, unit: 'mg' }, packFactor };
      const quantity = quantityOf([{ dose: { value: thousandths / 1000, unit: 'mg' }, frequency, days }], packing);
      fc.pre(quantity.ok);
      const often = frequencyOf(frequency);
      if (!quantity.ok || often?.kind !== 'regular') return;
      const { n, d } = often.timesPerDay;
      const need = BigInt(thousandths) * n * BigInt(days);
      const onePack = BigInt(packFactor) * BigInt(strength) * 1000n * d;
      expect(BigInt(quantity.packs) * onePack >= need).toBe(true);
      expect(BigInt(quantity.packs - 1) * onePack < need).toBe(true);
    }),
  );
});

test('a longer course never needs fewer packs', () => {
  fc.assert(
    fc.property(anyCourse, fc.integer({ min: 0, max: 30 }), ({ thousandths, frequency, days }, more) => {
      const of = (length: number) =>
        quantityOf([{ dose: { value: thousandths / 1000, unit: 'mg' }, frequency, days: length }], tablets);
      const [short, long] = [of(days), of(days + more)];
      if (short.ok && long.ok) expect(long.packs).toBeGreaterThanOrEqual(short.packs);
    }),
  );
});

test('the quantity is the same for a dose in g and in mg', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 30 }), (mg, days) => {
      expect(packs([course({ dose: { value: mg / 1000, unit: 'g' }, days })])).toEqual(
        packs([course({ dose: { value: mg, unit: 'mg' }, days })]),
      );
    }),
  );
});
