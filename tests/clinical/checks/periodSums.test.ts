import { expect, test } from 'vitest';
import type { ActiveMedicine, CheckLine, DoseLimit, MedicineFacts } from '../../../clinical/checks/facts.ts';
import { check, line, medicine, said } from './sample.ts';

const mg = (value: number) => ({ value, unit: 'mg' });
const limit = (over: Partial<DoseLimit> & Pick<DoseLimit, 'per' | 'value'>): DoseLimit => ({
  ...{ unit: 'mg', routes: [], forms: [], fromMonths: 0, toMonths: null, days: null, source: 'Label', isRead: true },
  ...over,
});
const inWeek = (value: number) => ({ limits: [limit({ per: 'period', value, days: 7 })] });
const running = (of: MedicineFacts, course: Partial<CheckLine>): ActiveMedicine => {
  const { dose, frequency, days, route } = line(of, course);
  return { ...of, daysLeft: 5, course: { dose, frequency, days, route, packing: of.packing } };
};
/** The findings of a rule as "level line: amount". */
const found = (rule: string, ...of: Parameters<typeof check>) =>
  check(...of)
    .hits.filter(({ ruleCode }) => ruleCode === rule)
    .map(({ level, lineIndex, params }) => `${level} ${lineIndex}: ${params.taken ?? params.days ?? params.times}`);

const tablets = medicine('weekly', inWeek(2_000));
const capsules = medicine('weekly', { ...inWeek(2_000), dosageForm: 'capsule', productId: 'b' });

test('two lines of one ingredient are held together against the maximum of a week', () => {
  const twice = { dose: mg(500), frequency: 'biw', days: 14 };
  const once = { dose: mg(1_000), frequency: 'qw', days: 14 };
  expect(found('periodDose', { lines: [line(tablets, twice), line(capsules, once)] })).toEqual([]);
  const more = { ...once, dose: mg(1_500) };
  expect(found('periodDose', { lines: [line(tablets, twice), line(capsules, more)] })).toEqual([
    'warn 0: 2500',
    'warn 1: 2500',
  ]);
  const most = { ...once, dose: mg(2_000), frequency: 'biw' };
  expect(found('periodDose', { lines: [line(tablets, twice), line(capsules, most)] })).toEqual([
    'block 0: 5000',
    'block 1: 5000',
  ]);
});

test('a running prescription counts toward the maximum of a week and never refuses by itself', () => {
  const active = [running(capsules, { dose: mg(2_000), frequency: 'biw', days: 28 })];
  expect(found('periodDose', { lines: [line(tablets, { frequency: 'qw', days: 7 })], active })).toEqual([
    'warn 0: 4500',
  ]);
  expect(
    check({ lines: [line(tablets, { frequency: 'qw', days: 7 })], active }, { rules: { periodDose: 'block' } })
      .hits.filter(({ ruleCode }) => ruleCode === 'periodDose')
      .map(({ level }) => level),
  ).toEqual(['warn']);
});

test('a renewal of the same medicine replaces the running one in the sum of a week', () => {
  const active = [running(tablets, { dose: mg(1_500), frequency: 'qw', days: 28 })];
  const lines = [line(tablets, { dose: mg(1_500), frequency: 'qw', days: 28 })];
  expect(found('periodDose', { lines, active })).toEqual([]);
});

test('several products of a medicine with days between doses give one dose together in those days', () => {
  const over = { everyDays: 7, maxSingleDose: mg(500), maxDailyDose: null };
  const [one, other] = [medicine('x-weekly', over), medicine('x-weekly', { ...over, dosageForm: 'capsule' })];
  const weekly = (value: number) => ({ dose: mg(value), frequency: 'qw', days: 28 });
  expect(found('periodDose', { lines: [line(one, weekly(250)), line(other, weekly(250))] })).toEqual([]);
  expect(found('periodDose', { lines: [line(one, weekly(500)), line(other, weekly(250))] })).toEqual([
    'warn 0: 750',
    'warn 1: 750',
  ]);
  expect(found('periodDose', { lines: [line(one, weekly(1_000))] })).toEqual([]);
  expect(found('periodDose', { lines: [line(one, weekly(500))], active: [running(other, weekly(500))] })).toEqual([
    'warn 0: 1000',
  ]);
});

const course = { limits: [limit({ per: 'course', value: 14, unit: 'day' })] };
const [cream, ointment] = (['cream', 'ointment'] as const).map((dosageForm) =>
  medicine('steroid', { ...course, dosageForm }),
) as [MedicineFacts, MedicineFacts];
const local = (days: number) => ({ route: 'top', days });

test('parallel lines of one prescription run side by side: the longest span counts, not the sum', () => {
  expect(found('courseDays', { lines: [line(cream, local(10)), line(ointment, local(10))] })).toEqual([]);
  expect(found('courseDays', { lines: [line(cream, local(14)), line(cream, local(14))] })).toEqual([]);
  expect(found('courseDays', { lines: [line(cream, local(7)), line(ointment, local(20))] })).toEqual(['warn 1: 20']);
});

test('the days of a course add up with what still runs at one place of the body', () => {
  const tablet = medicine('steroid', course);
  const active = [running(cream, local(10))];
  expect(found('courseDays', { lines: [line(cream, local(10))] })).toEqual([]);
  expect(found('courseDays', { lines: [line(cream, local(10))], active })).toEqual(['warn 0: 20']);
  expect(found('courseDays', { lines: [line(ointment, local(10))], active })).toEqual(['warn 0: 20']);
  expect(found('courseDays', { lines: [line(cream, local(10)), line(ointment, local(3))], active })).toEqual([
    'warn 0: 20',
  ]);
  expect(found('courseDays', { lines: [line(tablet, { days: 10 })], active })).toEqual([]);
});

test('what parallel lines give in a week adds up', () => {
  const grams = { limits: [limit({ per: 'period', value: 50, unit: 'g', days: 7 })] };
  const packing = { minUnit: 'g', strength: null, packUnit: 'tube', packFactor: 100 };
  const [one, other] = (['cream', 'ointment'] as const).map((dosageForm) =>
    medicine('steroid', { ...grams, packing, dosageForm, maxDailyDose: null, maxSingleDose: null }),
  ) as [MedicineFacts, MedicineFacts];
  const daily = { dose: { value: 5, unit: 'g' }, frequency: 'qd', route: 'top', days: 7 };
  expect(found('periodDose', { lines: [line(one, daily)] })).toEqual([]);
  expect(found('periodDose', { lines: [line(one, daily), line(other, daily)] })).toEqual(['warn 0: 70', 'warn 1: 70']);
});

test('applications of one ingredient to the same place of the body add up over products', () => {
  const drops = { limits: [limit({ per: 'times', value: 2, unit: 'time' })], dosageForm: 'eye-drops' };
  const [one, other] = [medicine('blocker', drops), medicine('blocker', { ...drops, dosageForm: 'eye-ointment' })];
  const twice = { route: 'oph', frequency: 'bid' };
  expect(found('timesPerDay', { lines: [line(one, twice)] })).toEqual([]);
  expect(found('timesPerDay', { lines: [line(one, twice), line(other, twice)] })).toEqual(['warn 0: 4', 'warn 1: 4']);
});

test('a day’s sum that is too high only by what still runs asks for a reason and refuses nothing', () => {
  const one = medicine('daily', { maxDailyDose: mg(1_000) });
  const other = medicine('daily', { maxDailyDose: mg(1_000), dosageForm: 'capsule' });
  const active = [running(other, { dose: mg(1_000), frequency: 'bid', days: 30 })];
  const lines = [line(one, { dose: mg(500), frequency: 'qd' })];
  expect(said({ lines, active }).filter((one) => one.includes('maxDailyDose'))).toEqual(['warn maxDailyDose 0']);
});

test('what still runs refuses nothing, whatever level the hospital gives the rule', () => {
  const rules = { courseDays: 'block', timesPerDay: 'block' } as const;
  const limits = [limit({ per: 'course', value: 14, unit: 'day' }), limit({ per: 'times', value: 2, unit: 'time' })];
  const drops = { limits, dosageForm: 'eye-drops' };
  const [one, other] = [medicine('blocker', drops), medicine('blocker', { ...drops, dosageForm: 'eye-ointment' })];
  const twice = { route: 'oph', frequency: 'bid', days: 10 };
  const both = { lines: [line(one, twice), line(other, twice)] };
  const oneRuns = { lines: [line(one, twice)], active: [running(other, twice)] };
  expect(found('courseDays', oneRuns, { rules })).toEqual(['warn 0: 20']);
  expect(found('courseDays', both, { rules })).toEqual([]);
  expect(found('courseDays', { lines: [line(one, { ...twice, days: 20 })] }, { rules })).toEqual(['block 0: 20']);
  expect(found('timesPerDay', oneRuns, { rules })).toEqual(['warn 0: 4']);
  expect(found('timesPerDay', both, { rules })).toEqual(['block 0: 4', 'block 1: 4']);
});

test('a maximum that is only told is no refusal', () => {
  const drops = medicine('blocker', {
    limits: [limit({ per: 'times', value: 2, unit: 'time' })],
    dosageForm: 'eye-drops',
  });
  const asNeeded = line(drops, { route: 'oph', frequency: 'prn' });
  expect(found('timesPerDay', { lines: [asNeeded] }, { rules: { timesPerDay: 'block' } })).toEqual([
    'info 0: undefined',
  ]);
});

test('more than twice the maximum is refused where the new lines alone are above it', () => {
  const one = medicine('daily', { maxDailyDose: mg(1_000) });
  const other = medicine('daily', { maxDailyDose: mg(1_000), dosageForm: 'capsule' });
  const active = [running(other, { dose: mg(750), frequency: 'bid', days: 30 })];
  const lines = [line(one, { dose: mg(750), frequency: 'bid' })];
  expect(found('maxDailyDose', { lines, active })).toEqual(['block 0: 3000', 'warn 0: 1500']);
});

test('twice a period’s maximum as needed asks for a reason, and daily it is refused', () => {
  const most = medicine('triptan', { limits: [limit({ per: 'period', value: 800, days: 30 })], maxDailyDose: null });
  const asNeeded = line(most, { dose: mg(500), frequency: 'prn', maxTimes: 1, days: 30 });
  expect(found('periodDose', { lines: [asNeeded] })).toEqual(['warn 0: 15000']);
  expect(found('periodDose', { lines: [line(most, { dose: mg(500), frequency: 'qd', days: 30 })] })).toEqual([
    'block 0: 15000',
  ]);
});
