import { expect, test } from 'vitest';
import { readingsOf } from '../../../clinical/facts/readings.ts';
import type { Claim } from '../../../clinical/facts/summaryShape.ts';

const claim = (confirmed: boolean, implausible: boolean): Claim => ({
  id: null,
  value: { kind: 'weight', kg: 32.4, implausible },
  name: null,
  confirmed,
  origin: 'intake',
  by: null,
  time: 0,
  outdated: false,
});
const weightsFor = (one: Claim) =>
  readingsOf(
    [{ kind: 'weight', standing: 'stated', claims: [one] }],
    { ageMonths: 38, sex: 'male', prevention: { contraception: null, deniesPregnancy: false } },
    0,
  ).candidates.map(({ weightKg }) => weightKg);

test('an implausible weight that nobody confirmed is not used by any check', () => {
  expect(weightsFor(claim(false, true))).toEqual([null]);
});

test('an implausible weight that a doctor confirmed, and a stated plausible one, are used', () => {
  expect(weightsFor(claim(true, true))).toEqual([32.4]);
  expect(weightsFor(claim(false, false))).toEqual([32.4]);
});

test('an implausible creatinine counts for the checks only once a doctor confirmed it', () => {
  const creatinines = (confirmed: boolean) => {
    const value = { kind: 'kidney', state: 'unknown', egfr: null, creatinine: 850, implausible: true } as const;
    const claims = [{ ...claim(confirmed, true), value }];
    const who = { ageMonths: 600, sex: 'male', prevention: { contraception: null, deniesPregnancy: false } } as const;
    return readingsOf([{ kind: 'kidney', standing: 'stated', claims }], who, 0).candidates.map(
      ({ creatinine }) => creatinine,
    );
  };
  expect([creatinines(false), creatinines(true)]).toEqual([[null], [850]]);
});
