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
