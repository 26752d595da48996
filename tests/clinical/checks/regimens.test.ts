import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frequencyCodes, frequencyOf } from '../../../clinical/doses/frequency.ts';
import { dayMoments } from '../../../clinical/doses/regimen.ts';
import { check, line, medicine, patient, said } from './sample.ts';

const limited = medicine('limited', {
  maxSingleDose: { value: 1_000, unit: 'mg' },
  maxDailyDose: { value: 4_000, unit: 'mg' },
});
const step = (dose: number, frequency = 'qd', days = 1) => ({ dose, frequency, days });
const mg = (value: number) => ({ value, unit: 'mg' });

test('a later step of a taper is compared with the maxima like the first', () => {
  expect(said({ lines: [line(limited, { frequency: 'qd', days: 1, steps: [step(1_500)] })] })).toEqual([
    'warn maxSingleDose 0',
  ]);
  expect(
    said({ lines: [line(limited, { frequency: 'qd', days: 1, steps: [step(2_500), step(500, 'q1h')] })] }),
  ).toEqual(['block maxSingleDose 0', 'block maxDailyDose 0']);
});

test('a loading dose counts at once and with the other doses of its day', () => {
  const loaded = (firstDose: number) => said({ lines: [line(limited, { dose: mg(1_000), firstDose })] });
  expect(loaded(1_000)).toEqual([]);
  expect(loaded(1_500)).toEqual(['warn maxSingleDose 0']);
  expect(loaded(2_500)).toEqual(['block maxSingleDose 0', 'warn maxDailyDose 0']);
  expect(loaded(0.25)).toEqual(['block portion 0']);
});

test('a medicine taken as needed is judged at its maximum', () => {
  const needed = (over: object) => said({ lines: [line(limited, { dose: mg(1_000), frequency: 'prn', ...over })] });
  expect(needed({ maxTimes: 4 })).toEqual([]);
  expect(needed({ maxTimes: 5, quantity: 2 })).toEqual(['warn maxDailyDose 0']);
  expect(needed({ maxTimes: 12, minHours: 6 })).toEqual([]);
  // At 0, 5, 10, 15 and 20 o'clock.
  expect(needed({ minHours: 5, quantity: 2 })).toEqual(['warn maxDailyDose 0']);
  expect(needed({})).toEqual(['warn asNeededMaximum 0', 'info maxDailyDose 0']);
});

test('taken as needed, a child’s maximum is told by weight, and no adult’s while the weight is unknown', () => {
  const syrup = medicine('syrup', {
    maxDailyDose: { value: 4_000, unit: 'mg' },
    childMaxDailyPerKg: { value: 75, unit: 'mg' },
    childFigures: [{ per: 'dayPerKg', fromMonths: 0, toMonths: null, value: 75, unit: 'mg', name: 'List' }],
  });
  const told = (over: object) =>
    check({ patient: { ...patient, ...over }, lines: [line(syrup, { dose: mg(120), frequency: 'prn' })] })
      .hits.filter(({ ruleCode }) => ruleCode === 'maxDailyDose')
      .map(({ params }) => params?.max);
  expect(told({ ageMonths: 14, weightKg: 11 })).toEqual([825]);
  expect(told({ ageMonths: 14, weightKg: null })).toEqual([]);
  expect(told({})).toEqual([4_000]);
});

test('a medicine taken as needed requires a maximum or a reason, unless it acts only where it is applied', () => {
  const needed = (dosageForm: string, over: object = {}) =>
    said({ lines: [line(medicine('any', { dosageForm }), { frequency: 'prn', ...over })] });
  expect(needed('capsule')).toEqual(['warn asNeededMaximum 0']);
  expect(needed('capsule', { minHours: 8 })).toEqual([]);
  expect(needed('capsule', { maxTimes: 3 })).toEqual([]);
  expect(needed('cream')).not.toContain('warn asNeededMaximum 0');
});

test('the days of supply of a taper are those of all steps', () => {
  const steps = [step(500, 'qd', 3), step(500, 'qd', 3)];
  expect(said({ lines: [line(undefined, { frequency: 'qd', days: 3, steps })] })).toEqual(['warn supplyDays 0']);
});

const rank = { info: 0, warn: 1, block: 2 } as const;
const dispensed: readonly string[] = ['supplyDays', 'excessPacks', 'tooFewPacks', 'stock'];
const regular = frequencyCodes.filter((code) => frequencyOf(code)?.kind === 'regular');
const moments = (...doses: number[]) =>
  doses.map((dose, at) => ({ moment: dayMoments[at] ?? ('bedtime' as const), dose }));

const anyEqualStep = fc.record({
  dose: fc.constantFrom(62.5, 100, 250, 500, 750, 1_000, 1_500, 2_500, 5_000),
  frequency: fc.constantFrom(...regular),
  days: fc.integer({ min: 1, max: 5 }),
});
const anyUnequalStep = fc
  .record({
    doses: fc.array(fc.constantFrom(62.5, 500, 1_000, 2_500), { minLength: 2, maxLength: 4 }),
    days: fc.nat(4),
  })
  .map(({ doses, days }) => ({
    dose: Math.max(...doses),
    frequency: ['', '', 'bid', 'tid', 'qid'][doses.length] ?? 'bid',
    days: days + 1,
    dayDoses: moments(...doses),
  }));
const anyStep = fc.oneof(anyEqualStep, anyUnequalStep);
const anyMedicine = fc.constantFrom(
  limited,
  medicine('weekly', { everyDays: 7, usualDose: mg(500) }),
  medicine('child', { childMaxDailyPerKg: mg(60), childMaxSinglePerKg: mg(20), usualDose: mg(250) }),
  medicine('renal', { kidneyLimits: [{ belowEgfr: 60, maxDaily: mg(1_000) }] }),
);

test('a taper is refused if any of its steps alone would be', () => {
  const patients = [patient, { ...patient, ageMonths: 48, weightKg: 16 }, { ...patient, egfr: 40 }];
  fc.assert(
    fc.property(
      anyMedicine,
      fc.constantFrom(...patients),
      anyStep,
      fc.array(anyStep, { minLength: 1, maxLength: 4 }),
      (of, who, { dose, ...first }, steps) => {
        const found = check({ patient: who, lines: [line(of, { dose: mg(dose), ...first, steps })] });
        for (const { dose: alone, ...rest } of [{ dose, ...first }, ...steps]) {
          const one = check({ patient: who, lines: [line(of, { dose: mg(alone), ...rest })] });
          const missed = one.hits
            .filter(({ ruleCode }) => !dispensed.includes(ruleCode))
            .filter(
              ({ ruleCode, level }) =>
                !found.hits.some((hit) => hit.ruleCode === ruleCode && rank[hit.level] >= rank[level]),
            );
          expect(missed).toEqual([]);
        }
      },
    ),
  );
});

test('unequal doses of a day are summed for the daily maximum; the largest is held against the single one', () => {
  const unequal = (...doses: number[]) => {
    const frequency = doses.length === 2 ? 'bid' : 'tid';
    const dayDoses = moments(...doses);
    return said({ lines: [line(limited, { dose: mg(Math.max(...doses)), frequency, dayDoses })] });
  };
  expect(unequal(1_000, 500)).toEqual([]);
  expect(unequal(1_000, 1_000, 500)).toEqual([]);
  expect(unequal(1_500, 1_500, 1_000)).toEqual(['warn maxSingleDose 0']);
  expect(unequal(1_500, 1_500, 1_500)).toEqual(['warn maxSingleDose 0', 'warn maxDailyDose 0']);
  expect(unequal(500, 100)).toEqual(['block portion 0']);
});

test('a course that gets too few packs needs a reason, unless the patient still has the rest', () => {
  const short = { days: 30, frequency: 'bid', quantity: 1, stock: 99 };
  const found = check({ rxType: 3, lines: [line(undefined, short)] }).hits;
  expect(found.map(({ ruleCode, level, needReason }) => [ruleCode, level, needReason])).toEqual([
    ['tooFewPacks', 'warn', true],
  ]);
  expect(found[0]?.params).toMatchObject({ quantity: 1, needed: 3, missing: 2, days: 30, lasts: 12 });
  const rest = (daysLeft: number) =>
    said({ rxType: 3, lines: [line(undefined, short)], active: [{ ...medicine('harmless'), daysLeft }] });
  expect(rest(17)).toContain('warn tooFewPacks 0');
  expect(rest(18)).not.toContain('warn tooFewPacks 0');
  expect(said({ rxType: 3, lines: [line(undefined, { ...short, frequency: 'prn', maxTimes: 4 })] })).toEqual([]);
});

test('the doses by time of day of a later step are held against the maxima like those of the first', () => {
  const later = (...doses: number[]) => {
    const step = { dose: Math.max(...doses), frequency: 'bid', days: 2, dayDoses: moments(...doses) };
    return said({ lines: [line(limited, { dose: mg(500), frequency: 'qd', days: 2, steps: [step] })] });
  };
  expect(later(1_000, 500)).toEqual([]);
  expect(later(1_500, 500)).toEqual(['warn maxSingleDose 0']);
  expect(later(500, 100)).toEqual(['block portion 0']);
});
