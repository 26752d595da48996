import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckInput, MedicineFacts } from '../../../clinical/checks/facts.ts';
import { quantityOf } from '../../../clinical/doses/quantity.ts';
import { coursesOf, mostTimesADay } from '../../../clinical/doses/regimen.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';
import { egfrOf } from '../../../clinical/measures/kidneyFunction.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { check, patient } from './sample.ts';

const tables = readRuleTables();
const generics = readGenerics();
const medicines: readonly MedicineFacts[] = readDemoTable('products').rows.flatMap((product) => {
  const generic = generics.get(product.generic);
  const { name, dosageForm, minUnit, strength, packUnit, packFactor, defaultDose: usualDose } = product;
  const packing = { minUnit, strength, packUnit, packFactor };
  return generic ? [medicineFactsOf(generic, { name, dosageForm, packing, usualDose })] : [];
});

/** Numbers and words that no form sends, but a program could. */
const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e-320, 1e21, 1e300, Number.NaN, Infinity, -Infinity),
  fc.double(),
);
const oddWord = fc.oneof(fc.constantFrom('', 'constructor', '__proto__', 'prn', 'qd', 'mg'), fc.string());
const amount = fc.record({ value: oddNumber, unit: oddWord });
const oddMedicine = fc
  .record({
    of: fc.constantFrom(...medicines),
    odd: fc.boolean(),
    packFactor: oddNumber,
    strength: amount,
    every: oddNumber,
  })
  .map(({ of, odd, packFactor, strength, every }) =>
    odd ? { ...of, packing: { ...of.packing, packFactor, strength }, usualDose: strength, everyDays: every } : of,
  );
const oddLine = fc.record({
  medicine: fc.option(oddMedicine),
  dose: amount,
  frequency: oddWord,
  days: oddNumber,
  firstDose: fc.option(oddNumber),
  steps: fc.option(fc.array(fc.record({ dose: oddNumber, frequency: oddWord, days: oddNumber }), { maxLength: 2 })),
  maxTimes: fc.option(oddNumber),
  minHours: fc.option(oddNumber),
  route: oddWord,
  quantity: oddNumber,
  stock: fc.option(oddNumber),
});
const oddInput: fc.Arbitrary<CheckInput> = fc.record({
  patient: fc.record({
    ageMonths: fc.option(oddNumber),
    weightKg: fc.option(oddNumber),
    egfr: fc.option(oddNumber),
    creatinine: fc.option(oddNumber),
    heightCm: fc.option(oddNumber),
    pregnancyWeek: fc.option(oddNumber),
    prevention: fc.constant({ contraception: null, deniesPregnancy: false }),
    sex: fc.constantFrom('female', 'male', 'unknown'),
    states: fc.constant({ pregnancy: 'yes', lactation: 'unknown', liver: 'yes', kidney: 'yes' } as const),
    allergens: fc.array(oddWord, { maxLength: 2 }),
    allergiesAsked: fc.boolean(),
    uncodedAllergies: fc.array(oddWord, { maxLength: 2 }),
  }),
  rxType: oddNumber,
  diagnoses: fc.array(fc.option(oddWord), { maxLength: 2 }),
  prescriberTitle: fc.option(oddNumber),
  outpatient: fc.boolean(),
  guardianConfirmed: fc.boolean(),
  lines: fc.array(oddLine, { maxLength: 3 }),
  active: fc.option(fc.array(fc.constantFrom(...medicines), { maxLength: 2 })),
  activeUnknown: fc.constant([]),
});

test('input that no form sends is judged or reported as not checked, but never crashes the checks', () => {
  fc.assert(
    fc.property(oddInput, (input) => {
      expect(check({ ...input, patient: { ...patient, ...input.patient } }, {}, tables).hits).toBeInstanceOf(Array);
      for (const { medicine, ...course } of input.lines)
        if (medicine)
          [quantityOf(coursesOf(course), medicine.packing), supplyOf(course, medicine.packing, medicine.maxDailyDose)];
    }),
    { numRuns: 400 },
  );
});

test.each([
  [{ maxTimes: 2.9 }, 2],
  [{ maxTimes: 0.5 }, 1],
  [{ maxTimes: Infinity }, null],
  [{ maxTimes: Number.NaN, minHours: 6 }, 4],
  [{ minHours: 1e-320 }, null],
  [{ minHours: 7 }, 4],
])('%o allows %s doses a day', (limits, most) => {
  expect(mostTimesADay(limits)).toBe(most);
});

test('a creatinine or an age that cannot be gives no eGFR', () => {
  expect(egfrOf({ creatinine: Infinity, ageYears: 40, female: true })).toBeNull();
  expect(egfrOf({ creatinine: 90, ageYears: Number.NaN, female: true })).toBeNull();
});
