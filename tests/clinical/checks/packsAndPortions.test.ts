import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../../clinical/checks/checkPrescription.ts';
import type { PatientFacts } from '../../../clinical/checks/facts.ts';
import { check, line, medicine, patient, said } from './sample.ts';

const name = (both: string) => ({ en: both, zh: both });
const of = (over: Partial<PatientFacts>): PatientFacts => ({ ...patient, ...over });

describe('packs and course', () => {
  const medicine24 = (over: Parameters<typeof line>[1]) => said({ lines: [line(undefined, over)] });

  test('one pack more than the course needs is allowed; more packs need a reason', () => {
    expect(medicine24({ quantity: 1 })).toEqual([]);
    expect(medicine24({ frequency: 'qid', quantity: 2 })).toEqual(['warn supplyDays 0']);
    expect(medicine24({ dose: { value: 4, unit: 'g' }, quantity: 3 })).toEqual([]);
    expect(medicine24({ dose: { value: 4, unit: 'g' }, quantity: 4 })).toEqual([]);
    expect(medicine24({ dose: { value: 4, unit: 'g' }, quantity: 5 })).toEqual(['warn excessPacks 0']);
  });

  test('packs limit the days of supply: fifty boxes for five days are four hundred days and are refused', () => {
    const { hits } = check({ lines: [line(undefined, { days: 5, quantity: 50, stock: 99 })] });
    expect(hits.map(({ ruleCode, level, params }) => [ruleCode, level, params])).toEqual([
      ['supplyDays', 'block', { days: 400, usual: 7, longest: 84, packs: 50 }],
      ['excessPacks', 'warn', { drug: name('Harmless'), quantity: 50, needed: 1, excess: 49, days: 5 }],
    ]);
  });

  test('what the patient still has of the same medicine counts, unless the hospital decided otherwise', () => {
    const same = medicine('same');
    const input = { lines: [line(same, { days: 5 })] };
    const withRest = (daysLeft: number) => ({ ...input, active: [{ ...same, daysLeft }] });
    const supply = (found: readonly string[]) => found.filter((one) => one.includes('supplyDays'));
    expect(supply(said(withRest(2)))).toEqual([]);
    expect(supply(said(withRest(3)))).toEqual(['warn supplyDays 0']);
    expect(supply(said(withRest(80)))).toEqual(['warn supplyDays 0']);
    expect(supply(said({ ...input, active: [{ ...medicine('another'), daysLeft: 80 }] }))).toEqual([]);
    expect(supply(said(withRest(80), { supplyCountsRest: false }))).toEqual([]);
  });

  test('what the patient still has never refuses, whatever is set; a supply too long by itself does', () => {
    const same = medicine('same');
    const active = [{ ...same, daysLeft: 80 }];
    const refusing = { rules: { supplyDays: 'block' } } as const;
    const { hits } = check({ lines: [line(same, { days: 5 })], active }, refusing);
    expect(hits.filter(({ ruleCode }) => ruleCode === 'supplyDays')).toMatchObject([
      { level: 'warn', params: { days: 85, left: 80, usual: 7, longest: 84 } },
    ]);
    expect(said({ lines: [line(same, { days: 8, quantity: 1 })], active }, refusing)).toContain('block supplyDays 0');
    expect(said({ lines: [line(same, { days: 85 })], active })).toContain('block supplyDays 0');
  });

  test('a cream that the patient still has fills no gap of the tablets, and its days are none of theirs', () => {
    const tablets = medicine('same');
    const lines = [line(tablets, { days: 10, frequency: '5id', quantity: 1 })];
    const packs = ({ hits }: CheckReport) => hits.filter(({ ruleCode }) => /tooFewPacks|supplyDays/.test(ruleCode));
    const beside = check({ lines, active: [{ ...tablets, dosageForm: 'cream', daysLeft: 20 }] });
    expect(packs(beside)).toMatchObject([
      { ruleCode: 'supplyDays', level: 'warn', params: { days: 10, usual: 7, longest: 84 } },
      { ruleCode: 'tooFewPacks', level: 'warn' },
    ]);
    expect(packs(beside)[0]?.params).not.toHaveProperty('left');
    const renewed = check({ lines, active: [{ ...tablets, daysLeft: 20 }] });
    expect(packs(renewed)).toMatchObject([{ ruleCode: 'supplyDays', params: { days: 30, left: 20 } }]);
  });

  test('the hospital may refuse packs beyond the course', () => {
    const lines = [line(undefined, { dose: { value: 4, unit: 'g' }, quantity: 5 })];
    expect(said({ lines }, { rules: { excessPacks: 'block' } })).toEqual(['block excessPacks 0']);
  });

  test('one pack is never too long a supply', () => {
    expect(medicine24({ frequency: 'qd', days: 1, quantity: 1 })).toEqual([]);
  });

  test('the packs of a medicine taken as needed or once are checked too', () => {
    expect(medicine24({ frequency: 'prn', minHours: 4, quantity: 50, stock: 99 })).toEqual([
      'block supplyDays 0',
      'warn excessPacks 0',
    ]);
    expect(medicine24({ frequency: 'st', days: 1, quantity: 50, stock: 99 })).toEqual([
      'block supplyDays 0',
      'warn excessPacks 0',
    ]);
    expect(medicine24({ frequency: 'prn', minHours: 4, quantity: 1 })).toEqual([]);
  });

  test('the hospital sets how many additional packs are allowed', () => {
    const lines = [line(undefined, { dose: { value: 4, unit: 'g' }, quantity: 4 })];
    expect(said({ lines }, { sparePacks: 0 })).toEqual(['warn excessPacks 0']);
  });
});

describe('divisible doses', () => {
  const form = (dosageForm: string, over: object = {}) => medicine('a', { dosageForm, ...over });
  const taking = (of: ReturnType<typeof medicine>, value: number, unit = 'mg', route = 'po') =>
    said({ lines: [line(of, { dose: { value, unit }, route })] });

  test.each(['capsule', 'capsule-sr', 'capsule-ec', 'tablet-sr', 'tablet-ec', 'tablet-effervescent'])(
    'a dose of %s is whole',
    (code) => {
      expect(taking(form(code), 1_000)).toEqual([]);
      expect(taking(form(code), 250)).toEqual(['block portion 0']);
      expect(taking(form(code), 0.5)).toEqual(['block portion 0']);
    },
  );

  test('tablets can be halved, quartered with a reason, and not divided further', () => {
    expect(taking(form('tablet'), 250)).toEqual([]);
    expect(taking(form('tablet'), 125)).toEqual(['warn portion 0']);
    expect(taking(form('tablet'), 100)).toEqual(['block portion 0']);
  });

  test('a liquid can be divided freely; drops are whole', () => {
    const syrup = form('syrup', {
      packing: { minUnit: 'ml', strength: { value: 20, unit: 'mg' }, packUnit: 'bottle', packFactor: 100 },
    });
    expect(taking(syrup, 33.3)).toEqual([]);
    expect(taking(syrup, 3.3, 'ml')).toEqual([]);
    expect(taking(syrup, 3, 'drop')).toEqual([]);
    expect(taking(syrup, 0.5, 'drop')).toEqual(['block portion 0']);
  });

  test('a sachet of granules is divided into quarters or thirds; other parts need a reason', () => {
    expect(taking(form('granules'), 125)).toEqual([]);
    expect(taking(form('granules'), 117)).toEqual(['warn portion 0']);
  });

  test('a dose far from the usual one needs a reason', () => {
    const usual = form('powder', { usualDose: { value: 500, unit: 'mg' } });
    expect(taking(usual, 125)).toEqual([]);
    expect(taking(usual, 2_000)).toEqual([]);
    expect(taking(usual, 100)).toEqual(['warn portion 0', 'warn unusualDose 0']);
    expect(taking(usual, 2_500)).toEqual(['warn unusualDose 0']);
  });

  test('the usual dose of a child is scaled by weight', () => {
    const usual = form('tablet', { usualDose: { value: 2_000, unit: 'mg' } });
    const lines = [line(usual, { dose: { value: 250, unit: 'mg' } })];
    expect(said({ lines })).toEqual(['warn unusualDose 0']);
    expect(said({ lines, patient: of({ ageMonths: 100, weightKg: 25 }) })).toEqual([]);
    expect(said({ lines, patient: of({ ageMonths: 100, weightKg: 59 }) })).toEqual(['warn unusualDose 0']);
  });
});
