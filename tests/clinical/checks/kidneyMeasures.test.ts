import { expect, test } from 'vitest';
import type { PatientFacts } from '../../../clinical/checks/facts.ts';
import { filtrationOf } from '../../../clinical/checks/kidneyMeasures.ts';
import { check, line, medicine, patient, unsaid } from './sample.ts';

const man = (over: Partial<PatientFacts>): PatientFacts => ({
  ...patient,
  ageMonths: 80 * 12,
  states: { ...patient.states, kidney: 'yes' },
  ...over,
});
const lines = [line(medicine('renal', { kidneyLimits: [{ belowEgfr: 60, maxDaily: { value: 500, unit: 'mg' } }] }))];
/** What the finding about the kidney dose says of its value. */
const judgedBy = (who: PatientFacts, prescribed = lines) =>
  check({ patient: who, lines: prescribed }).hits.flatMap(({ ruleCode, params }) =>
    ruleCode === 'kidneyDose' ? [`${params.formula} ${params.egfr}`] : [],
  );

test('a finding names the formula of the value from the creatinine, also beside a recorded eGFR', () => {
  expect(judgedBy(man({ creatinine: 150 }))).toEqual(['ckdEpi 40']);
  expect(judgedBy(man({ creatinine: 150, egfr: 45 }))).toEqual(['ckdEpi 40']);
  expect(judgedBy(man({ egfr: 45 }))).toEqual(['recorded 45']);
});

test('without the sex no eGFR follows from the creatinine, and the check says so', () => {
  const who = man({ creatinine: 150, sex: 'unknown' });
  expect(judgedBy(who)).toEqual([]);
  expect(unsaid({ patient: who, lines })).toContain('kidneyDose sexUnknown 0');
  expect(judgedBy({ ...who, egfr: 45 })).toEqual(['recorded 45']);
});

test('without the age none follows either', () => {
  expect(filtrationOf(man({ creatinine: 150, ageMonths: null }))).toEqual({ found: null, missing: ['ageUnknown'] });
});

test('a limit of one dose in several days takes doses of that interval, and none more often or larger', () => {
  const lowered = medicine('renal', {
    kidneyLimits: [{ belowEgfr: 60, maxDaily: { value: 450, unit: 'mg' }, everyDays: 2 }],
  });
  const findings = (value: number, frequency: string) =>
    judgedBy(man({ egfr: 20 }), [line(lowered, { dose: { value, unit: 'mg' }, frequency })]).length;
  expect(['qod', 'biw', 'qw', 'qd', 'bid'].map((frequency) => findings(450, frequency))).toEqual([0, 0, 0, 1, 1]);
  expect(findings(900, 'qod')).toBe(1);
});

test('of a stated eGFR and the one by the creatinine the lower counts', () => {
  expect(judgedBy(man({ creatinine: 80, egfr: 25 }))).toEqual(['recorded 25']);
  expect(judgedBy(man({ creatinine: 300, egfr: 90 }))).toEqual(['ckdEpi 18']);
});

test('a stated eGFR that contradicts the creatinine counts for a clearance too, one that agrees does not', () => {
  const kidneyLimits = [{ belowEgfr: 60, maxDaily: { value: 500, unit: 'mg' } }];
  const cleared = [line(medicine('cleared', { kidneyMeasure: 'clearance', kidneyLimits }))];
  const heavy = (egfr: number) => man({ ageMonths: 45 * 12, weightKg: 120, creatinine: 160, egfr });
  expect(judgedBy(heavy(45), cleared)).toEqual([]);
  expect(judgedBy(heavy(20), cleared)).toEqual(['recorded 20']);
});

test.each(['egfr', 'clearance'] as const)(
  'an adult’s creatinine in mg/dl gives no function by %s and is named',
  (kidneyMeasure) => {
    const kidneyLimits = [{ belowEgfr: 60, maxDaily: { value: 500, unit: 'mg' } }];
    const renal = [line(medicine('renal', { kidneyMeasure, kidneyLimits }))];
    const states = { ...patient.states, kidney: 'no' as const };
    expect(judgedBy(man({ creatinine: 10, states }), renal)).toEqual([]);
    expect(unsaid({ patient: man({ creatinine: 10, states }), lines: renal })).toContain(
      'kidneyDose creatinineImplausible 0',
    );
    expect(judgedBy(man({ creatinine: 10, egfr: 25 }), renal)).toEqual(['recorded 25']);
  },
);
