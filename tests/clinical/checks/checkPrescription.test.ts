import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckInput, MedicineFacts } from '../../../clinical/checks/facts.ts';
import type { RuleHit } from '../../../clinical/checks/finding.ts';
import { obstaclesOf } from '../../../clinical/checks/obstacles.ts';
import { isReasonFor, subjectOf } from '../../../clinical/checks/reasons.ts';
import { unitFits } from '../../../clinical/doses/dose.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';
import { contraceptionStates } from '../../../clinical/patient/contraception.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import type { Product } from '../../../server/demo/tableSchemas.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { check, line, medicine, patient, said, tables, text, unsaid } from './sample.ts';

const generics = readGenerics();
const realTables = readRuleTables();
const factsOf = (product: Product): MedicineFacts[] => {
  const generic = generics.get(product.generic);
  return generic
    ? [
        medicineFactsOf(generic, {
          name: product.name,
          dosageForm: product.dosageForm,
          packing: product,
          usualDose: product.defaultDose,
        }),
      ]
    : [];
};
const shelf = readDemoTable('products').rows.flatMap((product) =>
  factsOf(product).map((facts) => ({ product, facts })),
);
const allergens = [
  ...Object.keys(realTables.names),
  ...(realTables.crossAllergy ?? []).map(({ code }) => code),
  'dust',
];

const anyLine = fc.constantFrom(...shelf).map(({ product, facts }) =>
  line(facts, {
    dose: product.defaultDose,
    frequency: product.defaultFrequency,
    route: product.defaultRoute,
  }),
);
const yesNo = fc.constantFrom('yes', 'no', 'unknown');
const anyPatient = fc.record({
  ageMonths: fc.option(fc.integer({ min: 0, max: 1_200 })),
  weightKg: fc.option(fc.integer({ min: 3, max: 150 })),
  egfr: fc.option(fc.integer({ min: 5, max: 120 })),
  creatinine: fc.option(fc.integer({ min: 30, max: 900 })),
  heightCm: fc.option(fc.integer({ min: 45, max: 200 })),
  sex: fc.constantFrom('female', 'male', 'unknown'),
  pregnancyWeek: fc.option(fc.integer({ min: 0, max: 44 })),
  prevention: fc.record({
    contraception: fc.option(fc.constantFrom(...contraceptionStates)),
    deniesPregnancy: fc.boolean(),
  }),
  states: fc.record({ pregnancy: yesNo, lactation: yesNo, liver: yesNo, kidney: yesNo }),
  allergens: fc.subarray(allergens, { maxLength: 4 }),
  allergiesAsked: fc.boolean(),
  uncodedAllergies: fc.subarray(['青霉素过敏性休克史', 'some white pill']),
});
const anyInput: fc.Arbitrary<CheckInput> = fc.record({
  patient: anyPatient,
  rxType: fc.integer({ min: 0, max: 3 }),
  diagnoses: fc.subarray(['J20.9', 'Z71.9', null, 'E11.9'], { maxLength: 2 }),
  prescriberTitle: fc.option(fc.integer({ min: 1, max: 20 })),
  outpatient: fc.boolean(),
  guardianConfirmed: fc.boolean(),
  lines: fc.array(anyLine, { maxLength: 6 }),
  active: fc.option(
    fc.array(
      anyLine.map((one) => one.medicine ?? medicine('none')),
      { maxLength: 3 },
    ),
  ),
  activeUnknown: fc.subarray([{ en: 'some tea', zh: '某种茶' }]),
});

const everything = (input: CheckInput) => {
  const report = check(input, {}, realTables);
  return [...report.hits, ...report.unavailable].map((finding) => JSON.stringify(finding));
};

const gravity = { info: 1, warn: 2, block: 3 };

/** Findings that have become less grave or have gone; the medicines and amounts that they name may grow. */
const lost = (before: readonly RuleHit[], after: readonly RuleHit[]) =>
  before.filter(
    (one) =>
      !after.some(
        (other) =>
          other.ruleCode === one.ruleCode &&
          gravity[other.level] >= gravity[one.level] &&
          (other.lineIndex === one.lineIndex || other.params.interaction === one.params.interaction),
      ),
  );

test('adding an allergy never removes a finding', () => {
  fc.assert(
    fc.property(anyInput, fc.constantFrom(...allergens), (input, allergen) => {
      const more = { ...input.patient, allergens: [...input.patient.allergens, allergen] };
      expect(everything({ ...input, patient: more })).toEqual(expect.arrayContaining(everything(input)));
    }),
  );
});

test('adding a current medicine never removes a finding', () => {
  fc.assert(
    fc.property(anyInput, anyLine, (input, { medicine: taken, ...course }) => {
      const active = input.active ?? [];
      const added = taken ? [...active, { ...taken, course: { ...course, packing: taken.packing } }] : active;
      const hits = (of: CheckInput) => check(of, {}, realTables).hits;
      expect(lost(hits({ ...input, active }), hits({ ...input, active: added }))).toEqual([]);
    }),
  );
});

test('adding a line never removes a finding from the lines before it', () => {
  fc.assert(
    fc.property(anyInput, anyLine, (input, one) => {
      const onLines = (of: CheckInput) => check(of, {}, realTables).hits.filter((hit) => hit.lineIndex !== null);
      expect(lost(onLines(input), onLines({ ...input, lines: [...input.lines, one] }))).toEqual([]);
    }),
  );
});

test('the order of the lines changes no finding', () => {
  const kinds = (input: CheckInput) =>
    [...check(input, {}, realTables).hits].map(({ ruleCode, level }) => `${ruleCode} ${level}`).toSorted();
  fc.assert(
    fc.property(anyInput, (input) => {
      expect(kinds({ ...input, lines: input.lines.toReversed() })).toEqual(kinds(input));
    }),
  );
});

test('the same prescription always has the same findings', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      expect(everything(input)).toEqual(everything(structuredClone(input)));
    }),
  );
});

test('findings are sorted by severity, the most severe first', () => {
  expect(
    said({
      diagnoses: [],
      lines: [line(medicine('a', { skinTest: true }), { days: 8 }), line(medicine('b'), { stock: 0 })],
    }),
  ).toEqual(['block diagnosisRequired -', 'block stock 1', 'warn supplyDays 0', 'info skinTest 0']);
});

test('every rule about medicines reports an unknown product as "not checked"', () => {
  const report = check({ lines: [line(null)] });
  expect(report.available).toBe(false);
  expect(report.hits).toEqual([]);
  expect(new Set(report.unavailable.map(({ why }) => why))).toEqual(new Set(['drugUnknown']));
});

test.each([
  ['interactions', 'interaction'],
  ['crossAllergy', 'allergy'],
  ['onlineBans', 'onlineBan'],
  ['duplicateClasses', 'duplicateClass'],
] as const)('without the table %s the rule is reported as "not checked"', (table, ruleCode) => {
  expect(unsaid({}, {}, { ...tables, [table]: null })).toEqual([`${ruleCode} tableMissing -`]);
});

test('what a check refuses by itself stays refused when the hospital wants only a warning', () => {
  const most = { per: 'times' as const, routes: [], fromMonths: 0, toMonths: null, value: 2, unit: '', days: null };
  const drops = medicine('drops', { limits: [{ ...most, source: 'label', forms: [], isRead: true }] });
  const statins = [
    { code: 'statin', classes: ['statin'], level: 'block' as const, text: text('Statins'), source: 't' },
  ];
  const [one, other] = ['a', 'b'].map((code) => line(medicine(code, { classes: ['statin'] })));
  if (!one || !other) throw new Error('two lines were made');
  const cases = [
    ['supplyDays', [line(undefined, { days: 85 })], tables],
    ['timesPerDay', [line(drops, { frequency: 'q4h' })], tables],
    ['duplicateClass', [one, other], { ...tables, duplicateClasses: statins }],
  ] as const;
  for (const [ruleCode, lines, by] of cases)
    for (const rules of [{}, { [ruleCode]: 'warn' }, { [ruleCode]: 'block' }] as const)
      expect(
        said({ lines: [...lines] }, { rules }, by).filter((one) => one.includes(ruleCode)),
        JSON.stringify([ruleCode, rules]),
      ).toEqual([expect.stringMatching(/^block /)]);
});

test('the hospital can disable a rule or change its level', () => {
  const over = { lines: [line(undefined, { days: 8, stock: null })] };
  expect(said(over, { rules: { supplyDays: 'info' } })).toEqual(['info supplyDays 0']);
  expect(said(over, { rules: { supplyDays: 'off' } })).toEqual([]);
  expect(unsaid(over, { rules: { stock: 'off' } })).toEqual([]);
});

test('a prescription can be submitted if nothing refuses it and every warning has a reason on its own line', () => {
  const hits = check({ lines: [line(undefined, { days: 8 }), line(medicine('b'), { days: 9 })] }).hits;
  const reason = (lineIndex: number, text = 'lives far away') => ({ ruleCode: 'supplyDays', lineIndex, reason: text });
  expect(obstaclesOf(hits, []).unanswered).toHaveLength(2);
  expect(obstaclesOf(hits, [reason(0), reason(1, '  ')]).unanswered).toMatchObject([{ lineIndex: 1 }]);
  expect(obstaclesOf(hits, [reason(0), reason(1)])).toMatchObject({ blocking: [], unanswered: [] });
});

test('a reason does not override a refusal', () => {
  const hits = check({ diagnoses: [] }).hits;
  const reasons = [{ ruleCode: 'diagnosisRequired', lineIndex: null, reason: 'please' }];
  expect(obstaclesOf(hits, reasons).blocking).toHaveLength(1);
});

test.each(shelf.map((one) => [one.product.code, one] as const))(
  'the default dose of %s is divisible, usual and fits its packs',
  (_, { product, facts }) => {
    const { defaultDose: dose, defaultFrequency: frequency, defaultRoute: route } = product;
    expect(unitFits(dose.unit, facts.packing)).toBe(true);
    const needed = supplyOf({ dose, frequency, days: 7, quantity: 1 }, facts.packing, facts.maxDailyDose)?.needed ?? 0;
    const quantity = Math.max(1, needed);
    const report = check(
      { lines: [line(facts, { dose, frequency, route, days: 7, quantity, stock: 999 })] },
      {},
      realTables,
    );
    const judged = ['portion', 'unusualDose', 'excessPacks', 'supplyDays'];
    expect(report.hits.filter(({ ruleCode }) => judged.includes(ruleCode))).toEqual([]);
    expect(report.unavailable.filter(({ ruleCode }) => judged.includes(ruleCode))).toEqual([]);
  },
);

test('more packs for the same course never reduce the findings about supply', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...shelf),
      fc.nat(99),
      fc.nat(99),
      fc.integer({ min: 1, max: 90 }),
      ({ product, facts }, one, more, days) => {
        const judge = (quantity: number) => {
          const { defaultDose: dose, defaultFrequency: frequency, defaultRoute: route } = product;
          const { hits } = check({ lines: [line(facts, { dose, frequency, route, days, quantity, stock: 9_999 })] });
          const levels = hits.filter(({ ruleCode }) => ruleCode === 'supplyDays' || ruleCode === 'excessPacks');
          return levels.reduce((sum, { level }) => sum + (level === 'block' ? 3 : 1), 0);
        };
        expect(judge(one + 1 + more)).toBeGreaterThanOrEqual(judge(one + 1));
      },
    ),
  );
});

test('the product tables warn of ibuprofen with warfarin, and refuse amoxicillin with a penicillin allergy', () => {
  const of = (code: string) => shelf.find(({ facts }) => facts.genericCode === code)?.facts ?? null;
  const real = (lines: (MedicineFacts | null)[], allergic: string[] = []) =>
    check({ lines: lines.map((one) => line(one)), patient: { ...patient, allergens: allergic } }, {}, realTables).hits;
  expect(real([of('warfarin'), of('ibuprofen')])).toEqual(
    expect.arrayContaining([expect.objectContaining({ ruleCode: 'interaction', level: 'warn' })]),
  );
  expect(real([of('amoxicillin')], ['penicillins'])).toEqual(
    expect.arrayContaining([expect.objectContaining({ ruleCode: 'allergy', level: 'block' })]),
  );
  expect(real([of('cefixime')], ['amoxicillin'])).toEqual(
    expect.arrayContaining([expect.objectContaining({ ruleCode: 'allergyRelated', level: 'warn' })]),
  );
});

test('a reason written for one interaction does not answer a later one of the same line', () => {
  const two = {
    ...tables,
    interactions: (tables.interactions ?? []).map((row) => ({ ...row, level: 'warn' as const })),
  };
  const both = check(
    {
      lines: [line(medicine('y'))],
      active: [medicine('one', { classes: ['x'] }), medicine('two', { classes: ['x'] })],
    },
    {},
    two,
  );
  const [first, second] = both.hits.filter(({ ruleCode }) => ruleCode === 'interaction');
  if (!first || !second) throw new Error('two interactions were expected');
  const reason = { ruleCode: 'interaction', lineIndex: 0, about: subjectOf(first), reason: 'INR weekly' };
  expect([first, second].map((hit) => isReasonFor(reason, hit))).toEqual([true, false]);
});
