import { expect, test } from 'vitest';
import { checkReadings } from '../../../clinical/checks/checkReadings.ts';
import type { MedicineFacts } from '../../../clinical/checks/facts.ts';
import type { FactValue } from '../../../clinical/facts/patientFacts.ts';
import { readingsOf } from '../../../clinical/facts/readings.ts';
import { type KnownFact, summarise } from '../../../clinical/facts/summaryOfStored.ts';
import type { Sex } from '../../../clinical/patient/sex.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { inert, input, line, medicine, tables } from '../checks/sample.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 27);
type Stated = { value: FactValue; days?: number; confirmed?: boolean };

const known = ({ value, days = 1, confirmed = true }: Stated, index: number): KnownFact => ({
  ...{ id: String(index + 1), value, confirmed, origin: confirmed ? 'doctor' : 'intake', by: null },
  ...{ createTime: now - days * day, confirmTime: confirmed ? now - days * day : null },
});

/** What is found for one line of a medicine, given what is known of a patient of this age. */
function found(
  facts: readonly Stated[],
  of: MedicineFacts,
  { ageMonths = 96, frequency = 'tid', sex = 'female' as Sex } = {},
) {
  const summary = summarise({
    ...{ facts: facts.map(known), texts: { onFile: '无', inRecord: '', histories: [], complaints: [] } },
    ...{ sex, ageMonths, at: now, settings: defaultSettings, nameOf: () => null },
  });
  const { patient: _, ...rest } = input({ lines: [line(of, { frequency })], guardianConfirmed: true });
  const sure = { ...tables, properties: of.ingredients.map(inert) };
  const prevention = { contraception: null, deniesPregnancy: false };
  const readings = readingsOf(summary, { ageMonths, sex, prevention }, now);
  const { hits, unavailable } = checkReadings(rest, readings, sure, defaultSettings);
  return {
    hits: hits.map(({ level, ruleCode, params }) => [level, ruleCode, params.max ?? ''].join(' ').trim()),
    left: unavailable.map(({ ruleCode, why, params }) => [ruleCode, why, JSON.stringify(params.age ?? '')].join(' ')),
  };
}

const perKg = medicine('syrup', {
  childMaxDailyPerKg: { value: 40, unit: 'mg' },
  maxDailyDose: { value: 2400, unit: 'mg' },
});
const inState = (state: 'pregnancy' | 'lactation' | 'liver' | 'kidney') =>
  medicine('care', { suitability: { ...perKg.suitability, [state]: 'forbidden' } });
const weight = (kg: number): FactValue => ({ kind: 'weight', kg });

test('of a confirmed and a stated weight the checks use the one that gives the stricter finding', () => {
  const stated = [{ value: weight(24.4) }, { value: weight(53.7), confirmed: false }];
  expect(found(stated, perKg).hits).toEqual(['warn childDailyDose 976']);
  expect(found(stated.toReversed(), perKg).hits).toEqual(['warn childDailyDose 976']);
  expect(found([{ value: weight(53.7) }], perKg).hits).toEqual([]);
});

test.each([
  ['pregnancy', { kind: 'pregnancy', state: 'yes', week: 12 }, { kind: 'pregnancy', state: 'no', week: null }],
  ['lactation', { kind: 'lactation', state: 'yes' }, { kind: 'lactation', state: 'no' }],
  ['liver', { kind: 'liver', state: 'yes', note: '' }, { kind: 'liver', state: 'no', note: '' }],
] as const)(
  'a stated "no" does not lift what a confirmed state refuses, nor the other way round: %s',
  (state, yes, no) => {
    const adult = { ageMonths: 360 };
    const block = [`block ${state}`];
    expect(found([{ value: yes }, { value: no, confirmed: false }], inState(state), adult).hits).toEqual(block);
    expect(found([{ value: no }, { value: yes, confirmed: false }], inState(state), adult).hits).toEqual(block);
    expect(found([{ value: no }], inState(state), adult).hits).toEqual([]);
  },
);

test('a check that needs an outdated weight says how old it is, and still finds what the old one shows', () => {
  expect(found([{ value: weight(53), days: 280 }], perKg)).toEqual({
    hits: [],
    left: ['childDailyDose factOutdated {"en":"nine months","zh":"9个月"}'],
  });
  expect(found([{ value: weight(20), days: 280 }], perKg).hits).toEqual(['warn childDailyDose 800']);
  expect(found([{ value: weight(53), days: 179 }], perKg).left).toEqual([]);
});

test('an outdated "not pregnant" is not checked, an old impairment stays in force', () => {
  const adult = { ageMonths: 360 };
  const no: FactValue = { kind: 'pregnancy', state: 'no', week: null };
  expect(found([{ value: no, days: 29 }], inState('pregnancy'), adult)).toEqual({
    hits: [],
    left: ['pregnancy factOutdated {"en":"29 days","zh":"29天"}'],
  });
  const liver: FactValue = { kind: 'liver', state: 'yes', note: '' };
  expect(found([{ value: liver, days: 400 }], inState('liver'), adult).hits).toEqual(['block liver']);
});

const creatinine = (value: number): FactValue => ({
  ...{ kind: 'kidney', state: 'unknown', egfr: null, creatinine: value },
});

test.each([
  ['a woman of 80', [creatinine(120)], { ageMonths: 80 * 12 }, ['block kidney']],
  ['a woman of 80 with good kidneys', [creatinine(60)], { ageMonths: 80 * 12 }, []],
  ['a person of unknown sex', [creatinine(120)], { ageMonths: 80 * 12, sex: 'unknown' as Sex }, []],
  ['a child of eight', [creatinine(120), { kind: 'height' as const, cm: 125 }], {}, ['block kidney']],
  ['a child without height', [creatinine(120)], {}, []],
] as const)('a kidney function below 60 that follows from creatinine counts as impaired: %s', (_, facts, who, hits) => {
  const stated = facts.map((value) => ({ value }));
  expect(found(stated, inState('kidney'), who).hits).toEqual(hits);
});

test('an impairment that follows from an outdated creatinine stays in force', () => {
  const woman = { ageMonths: 80 * 12 };
  expect(found([{ value: creatinine(120), days: 200 }], inState('kidney'), woman)).toEqual({
    hits: ['block kidney'],
    left: [],
  });
});

test('an implausible weight that only the patient states counts for no check', () => {
  const slip = { value: { kind: 'weight', kg: 147, implausible: true }, confirmed: false } as const;
  expect(found([slip], perKg)).toEqual({ hits: [], left: ['childDailyDose weightUnknown ""'] });
  expect(found([{ value: weight(14.7) }, slip], perKg).hits).toEqual(['block childDailyDose 588']);
  expect(found([{ ...slip, confirmed: true }], perKg)).toEqual({ hits: [], left: [] });
});

test('an implausible weight does not make an outdated one current', () => {
  const slip = { value: { kind: 'weight', kg: 147, implausible: true }, confirmed: false } as const;
  expect(found([{ value: weight(53), days: 280 }, slip], perKg).left).toEqual([
    'childDailyDose factOutdated {"en":"nine months","zh":"9个月"}',
  ]);
});
