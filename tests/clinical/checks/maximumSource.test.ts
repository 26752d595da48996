import { expect, test } from 'vitest';
import type { MedicineFacts, PatientFacts } from '../../../clinical/checks/facts.ts';
import { check, line, medicine, patient, tables } from './sample.ts';

const most = { maxSingleDose: { value: 500, unit: 'mg' }, maxDailyDose: { value: 1, unit: 'g' } };
const child: PatientFacts = { ...patient, ageMonths: 96, weightKg: 25 };

/** The sources of the findings about a dose of two tablets, six times a day. */
function sourcesOf(over: Partial<MedicineFacts>, of: PatientFacts = patient): Record<string, string> {
  const lines = [line(medicine('a', { ...most, ...over }), { dose: { value: 1, unit: 'g' }, frequency: 'q4h' })];
  const { hits } = check({ patient: of, lines });
  const doses = ['maxSingleDose', 'maxDailyDose', 'childDailyDose'];
  return Object.fromEntries(
    hits.filter(({ ruleCode }) => doses.includes(ruleCode)).map(({ ruleCode, source }) => [ruleCode, source]),
  );
}

test('a finding says openly that its maximum was compared with no published text', () => {
  const source = 'Medicine table; not compared with a published text';
  expect(sourcesOf({})).toEqual({ maxSingleDose: source, maxDailyDose: source });
});

test('a finding about the doses of a day says that its maximum was read in a text or is on a list', () => {
  const maximaText = 'FDA label';
  expect(sourcesOf({ maximaText })).toEqual({
    maxSingleDose: 'Medicine table',
    maxDailyDose: 'Medicine table; compared with a published text',
  });
  expect(sourcesOf({ maximaText, listedMaxima: ['FDA 2008: 1 g'] }).maxDailyDose).toBe(
    'Medicine table; compared with FDA 2008: 1 g',
  );
});

test('a text about adults says nothing of a child’s maximum', () => {
  const band = { fromMonths: 72, toMonths: 144, maxSingle: null, maxDaily: { value: 600, unit: 'mg' } };
  const source = 'Medicine table; not compared with a published text';
  const facts = { maximaText: 'FDA label', childMaxDailyPerKg: { value: 10, unit: 'mg' } };
  const found = sourcesOf({ ...facts, ageBands: [band] }, child);
  expect([found.maxDailyDose, found.childDailyDose]).toEqual([source, source]);
});

test('a finding names the public figure with which a value for children was compared', () => {
  const figure = {
    per: 'dayPerKg',
    fromMonths: 0,
    toMonths: null,
    value: 25,
    unit: 'mg',
    name: 'List: 25 mg/kg',
  } as const;
  const facts = { childMaxDailyPerKg: { value: 20, unit: 'mg' }, childFigures: [figure] };
  expect(sourcesOf(facts, child).childDailyDose).toBe('Medicine table; compared with List: 25 mg/kg');
});

test('an unread value per kilogram allows no more than the adult maximum by weight, or than a public text', () => {
  const most = (over: Partial<MedicineFacts>) => {
    const daily = { value: 1.2, unit: 'g' };
    const of = medicine('a', { maxDailyDose: daily, childMaxDailyPerKg: { value: 60, unit: 'mg' }, ...over });
    const { hits } = check({ patient: child, lines: [line(of, { dose: { value: 1, unit: 'g' }, frequency: 'q4h' })] });
    return hits.find(({ ruleCode }) => ruleCode === 'childDailyDose')?.params.max;
  };
  const figure = { per: 'dayPerKg', fromMonths: 0, toMonths: null, unit: 'mg', name: 'List' } as const;
  expect(most({})).toBe('500');
  expect(most({ childFigures: [{ ...figure, value: 15 }] })).toBe('500');
  expect(most({ childFigures: [{ ...figure, value: 30 }] })).toBe('750');
  expect(most({ childFigures: [{ ...figure, value: 60 }] })).toBe('1200');
});

test('a finding about an ingredient of which no maximum is published says so', () => {
  const source = 'Medicine table; no maximum is published';
  expect(sourcesOf({ hasNoPublishedMaximum: true })).toEqual({ maxSingleDose: source, maxDailyDose: source });
});

test('a finding about the kidneys names the source of its limit, or says that it was compared with no text', () => {
  const kidneyLimits = [{ belowEgfr: 30, maxDaily: { value: 500, unit: 'mg' } }];
  const weak: PatientFacts = { ...patient, egfr: 20, states: { ...patient.states, kidney: 'yes' } };
  const sourceOf = (kidneySource: string | null, limits: MedicineFacts['kidneyLimits'] = kidneyLimits) =>
    check({ patient: weak, lines: [line(medicine('a', { kidneyLimits: limits, kidneySource }))] })
      .hits.filter(({ ruleCode }) => ruleCode === 'kidneyDose')
      .map(({ source }) => source);
  expect(sourceOf('FDA label of a, 2020')).toEqual(['Medicine table; FDA label of a, 2020']);
  expect(sourceOf('FDA label of a, 2020', [{ belowEgfr: 30, maxDaily: null }])).toEqual([
    'Medicine table; FDA label of a, 2020',
  ]);
  expect(sourceOf(null)).toEqual(['Medicine table; not compared with a published text']);
});

test('the sum of an ingredient from compounds says that their table was compared with no text', () => {
  const compound = (code: string) =>
    medicine(code, { ingredients: ['shared', code], maximaText: 'FDA label', maxDailyDose: null });
  const share = { part: 1, of: 1, maxDaily: { value: 1, unit: 'g' }, childMaxDailyPerKg: null };
  const shares = ['c', 'd'].map((generic) => ({ generic, ingredient: 'shared', ...share }));
  const lines = ['c', 'd'].map((code) => line(compound(code), { frequency: 'tid' }));
  const { hits } = check({ lines }, {}, { ...tables, shares });
  const sums = hits.filter(({ ruleCode }) => ruleCode === 'maxDailyDose').map(({ source }) => source);
  expect([...new Set(sums)]).toEqual(['Medicine table; not compared with a published text']);
});
