import { expect, test } from 'vitest';
import { kidneyRatesOf, rateWords } from '../../../clinical/facts/kidneyRates.ts';
import type { FactValue } from '../../../clinical/facts/patientFacts.ts';
import type { Claim, PatientSummary } from '../../../clinical/facts/summaryShape.ts';

const march = Date.UTC(2026, 2, 3);
const claim = (value: FactValue, over: Partial<Claim> = {}): Claim => ({
  ...{ id: '1', value, confirmed: true, name: null, origin: 'doctor', by: null, outdated: false, time: march },
  ...over,
});
const creatinine = (value: number | null): FactValue => ({
  ...{ kind: 'kidney', state: 'unknown', egfr: null, creatinine: value },
});
const weight = (kg: number): FactValue => ({ kind: 'weight', kg });
const summary = (...claims: Claim[]): PatientSummary =>
  (['kidney', 'weight', 'height'] as const).map((kind) => ({
    ...{ kind, standing: 'confirmed' },
    claims: claims.filter(({ value }) => value.kind === kind),
  }));
const woman = { ageMonths: 80 * 12, sex: 'female' } as const;
const short = (facts: PatientSummary, who: Parameters<typeof kidneyRatesOf>[1] = woman) =>
  kidneyRatesOf(facts, who).map(({ formula, value, outdated }) => `${formula} ${value}${outdated ? ' outdated' : ''}`);

test('a woman of 80 with 50 kg and a creatinine of 120 has the clearance that the checks judge by', () => {
  const facts = summary(claim(creatinine(120)), claim(weight(50)));
  expect(short(facts)).toEqual(['cockcroftGault 26', 'ckdEpi 39']);
  expect(kidneyRatesOf(facts, woman)[0]).toMatchObject({ time: march, creatinine: 120, weightKg: 50 });
});

test('without a creatinine nothing is derived, and without weight or sex no clearance', () => {
  expect(short(summary(claim(creatinine(null)), claim(weight(50))))).toEqual([]);
  expect(short(summary(claim(creatinine(120))))).toEqual(['ckdEpi 39']);
  expect(short(summary(claim(creatinine(120)), claim(weight(50))), { ...woman, sex: 'unknown' })).toEqual([]);
});

test('of weights that contradict each other the one with the lower clearance counts', () => {
  const stated = claim(weight(40), { confirmed: false, origin: 'intake' });
  expect(short(summary(claim(creatinine(120)), claim(weight(50)), stated))[0]).toBe('cockcroftGault 21');
});

test('a slip that nobody confirmed counts for nothing, and an outdated value is called outdated', () => {
  const slip = claim({ kind: 'weight', kg: 4, implausible: true }, { confirmed: false, origin: 'intake' });
  expect(short(summary(claim(creatinine(120)), claim(weight(50)), slip))[0]).toBe('cockcroftGault 26');
  const old = claim(creatinine(120), { outdated: true });
  expect(short(summary(old, claim(weight(50))))).toEqual(['cockcroftGault 26 outdated', 'ckdEpi 39 outdated']);
});

test('a child of 8 with 130 cm has the value by Schwartz', () => {
  const facts = summary(claim(creatinine(60)), claim({ kind: 'height', cm: 130 }), claim(weight(26)));
  expect(short(facts, { ageMonths: 8 * 12, sex: 'male' })).toEqual(['schwartz 79']);
});

test('the words name the formula, what it took, and the day of the creatinine, in both languages', () => {
  const [rate] = kidneyRatesOf(summary(claim(creatinine(120)), claim(weight(50))), woman);
  if (!rate) throw new Error('nothing derived');
  const { name, value, source } = rateWords(rate, { en: '3 Mar 2026', zh: '2026年3月3日' });
  expect([name.en, value.en, source.en]).toEqual([
    'Creatinine clearance',
    '26\u00a0ml/min',
    'by Cockcroft–Gault, from creatinine 120\u00a0µmol/L of 3 Mar 2026 and 50\u00a0kg',
  ]);
  expect([name.zh, value.zh, source.zh]).toEqual([
    '肌酐清除率',
    '26\u00a0ml/min',
    '按Cockcroft-Gault公式，由肌酐120\u00a0µmol/L（2026年3月3日）及50\u00a0kg推算',
  ]);
});
