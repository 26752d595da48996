import { expect, test } from 'vitest';
import { check, harmless, line, medicine, patient, said, unsaid } from './sample.ts';

const mg = (value: number) => ({ value, unit: 'mg' });
const packing = { ...harmless.packing, strength: mg(100) };
const adult = medicine('adult', { packing, maxDailyDose: mg(1_200) });
const child = (ageMonths: number, weightKg: number | null) => ({ ...patient, ageMonths, weightKg });
const lines = [line(adult, { dose: mg(100), frequency: 'bid' })];
const missing = 'childDailyDose noChildDose 0';

test('below twelve years a medicine without a dose for children is not checked, and says so', () => {
  expect(unsaid({ lines, patient: child(9, 20), guardianConfirmed: true })).toEqual([missing]);
  expect(unsaid({ lines, patient: child(144, 40) })).toEqual([]);
});

test('such a medicine is held against the adult maximum by weight all the same', () => {
  expect(said({ lines, patient: child(60, 20), guardianConfirmed: true })).toEqual([]);
  expect(said({ lines, patient: child(60, 8), guardianConfirmed: true })).toEqual(['warn childDailyDose 0']);
  expect(said({ lines, patient: child(60, 4), guardianConfirmed: true })).toEqual(['block childDailyDose 0']);
});

test('its unknown weight is a second gap', () => {
  expect(unsaid({ lines, patient: child(60, null), guardianConfirmed: true })).toEqual([
    'childDailyDose weightUnknown 0',
    missing,
  ]);
});

test('a value per kilogram holds from three months, or from the age that the label begins at', () => {
  const perKg = { childMaxDailyPerKg: mg(50) };
  const of = (over: object, months: number) =>
    unsaid({ lines: [line(medicine('x', { ...perKg, ...over }))], patient: child(months, 5), guardianConfirmed: true });
  expect(of({}, 3)).toEqual([]);
  expect(of({}, 2)).toEqual([missing]);
  expect(of({ minAgeMonths: 1 }, 2)).toEqual([]);
});

test('a cream needs no dose for children', () => {
  const cream = medicine('cream', { dosageForm: 'cream', packing: { ...packing, minUnit: 'g' } });
  const report = check({
    lines: [line(cream, { route: 'top' })],
    patient: child(60, 20),
    guardianConfirmed: true,
  });
  expect(report.unavailable.map(({ why }) => why)).not.toContain('noChildDose');
});

test('a maximum for everybody counts by weight for whoever weighs less than it assumes', () => {
  const fixed = [line(adult, { dose: mg(600), frequency: 'bid', quantity: 2 })];
  expect(said({ lines: fixed, patient: child(40 * 12, 36) })).toEqual([]);
  expect(said({ lines: fixed, patient: child(40 * 12, 28) })).toEqual(['warn childDailyDose 0']);
});

test('an unknown weight is a gap at an age at which many weigh less than such a maximum assumes', () => {
  const gap = 'childDailyDose weightUnknown 0';
  const cream = medicine('cream', {
    dosageForm: 'cream',
    packing: { ...packing, minUnit: 'g' },
    maxDailyDose: mg(1_200),
  });
  expect(unsaid({ lines, patient: child(167, null) })).toEqual([gap]);
  expect(unsaid({ lines, patient: child(167, 40) })).toEqual([]);
  expect(unsaid({ lines, patient: child(168, null) })).toEqual([]);
  expect(unsaid({ lines, patient: child(40 * 12, null) })).toEqual([]);
  expect(unsaid({ lines: [line(cream, { route: 'top' })], patient: child(150, null) })).not.toContain(gap);
  const heavy = (ageMonths: number) =>
    unsaid({ lines: [line({ ...adult, adultKg: 50 }, { dose: mg(100) })], patient: child(ageMonths, null) });
  expect([heavy(215), heavy(216)]).toEqual([[gap], []]);
});
