import { expect, test } from 'vitest';
import type { DoseLimit } from '../../../clinical/checks/facts.ts';
import { line, medicine, said } from './sample.ts';

const mg = (value: number) => ({ value, unit: 'mg' });
const limit = (over: Pick<DoseLimit, 'per' | 'value' | 'days'>): DoseLimit => ({
  ...over,
  ...{ unit: 'mg', routes: [], forms: [], fromMonths: 0, toMonths: null, source: 'Label', isRead: true },
});
const days = (dose: number, count: number, frequency = 'qd') => ({ dose, frequency, days: count });
const taper = (of: ReturnType<typeof medicine>, ...[first, ...steps]: ReturnType<typeof days>[]) => {
  if (!first) throw new Error('no step');
  return said({ lines: [line(of, { ...first, dose: mg(first.dose), steps })], rxType: 3 });
};

test('a maximum for the days of a course counts the steps of a taper together', () => {
  const drops = medicine('drops', { limits: [limit({ per: 'course', value: 10, days: null })] });
  expect(taper(drops, days(500, 6), days(250, 4))).toEqual([]);
  expect(taper(drops, days(500, 6), days(250, 5))).toEqual(['warn courseDays 0']);
});

test('a maximum for a week counts what several steps of a taper have in seven days', () => {
  const weekly = medicine('weekly', { limits: [limit({ per: 'period', value: 2_000, days: 7 })] });
  expect(taper(weekly, days(500, 2), days(250, 4))).toEqual([]);
  expect(taper(weekly, days(500, 3), days(500, 3))).toEqual(['warn periodDose 0']);
  expect(taper(weekly, days(250, 20), days(500, 4))).toEqual(['warn periodDose 0']);
  expect(taper(weekly, days(500, 14, 'biw'), days(1_000, 7, 'qw'))).toEqual([]);
});

test('between the steps of a taper a weekly medicine keeps its days', () => {
  const weekly = medicine('weekly', { everyDays: 7 });
  expect(taper(weekly, days(500, 21, 'qw'), days(1_000, 7, 'qw'))).toEqual([]);
  expect(taper(weekly, days(500, 1, 'qw'), days(500, 1, 'qw'))).toEqual(['block leastInterval 0']);
  expect(taper(weekly, days(500, 10, 'qw'), days(1_000, 7, 'qw'))).toEqual(['block leastInterval 0']);
  expect(taper(weekly, days(500, 14, 'q2w'), days(1_000, 7, 'qd'))).toEqual(['block leastInterval 0']);
});

test('a loading dose counts as one only at the beginning of a treatment', () => {
  const loaded = medicine('loaded', {
    maxDailyDose: mg(500),
    limits: [limit({ per: 'loadingDay', value: 2_000, days: 1 })],
  });
  expect(taper(loaded, days(2_000, 1), days(500, 20))).toEqual([]);
  expect(taper(loaded, days(500, 20), days(2_000, 1))).toEqual(['block maxDailyDose 0']);
  expect(taper(loaded, days(2_000, 1), days(2_000, 1))).toEqual(['block maxDailyDose 0']);
});
