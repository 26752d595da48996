import { expect, test } from 'vitest';
import { growthValues, type Measure } from '../../clinical/measures/growth.ts';
import { doubtOf, type EarlierValue } from '../../clinical/measures/plausible.ts';
import { readTable } from '../../server/seed/tables.ts';

const curves = readTable('growth').rows;
const at = (measure: Measure, sex: 'female' | 'male', ageMonths: number, sd: number) =>
  growthValues(curves, measure, { sex, ageMonths }, sd).map((value) => Number(value.toFixed(1)));

/** WHO Child Growth Standards 2006, simplified field tables; CDC Growth Charts 2000, data tables (5th, 50th, 95th). */
test.each<[Measure, 'female' | 'male', number, number, number]>([
  ['weight', 'male', 0, -3, 2.1],
  ['weight', 'male', 0, 0, 3.3],
  ['weight', 'male', 0, 3, 5],
  ['weight', 'male', 12, 0, 9.6],
  ['weight', 'male', 36, -2, 11.3],
  ['weight', 'male', 36, 0, 14.3],
  ['weight', 'male', 36, 2, 18.3],
  ['weight', 'female', 0, 0, 3.2],
  ['weight', 'female', 12, 0, 8.9],
  ['weight', 'female', 24, 3, 17],
  ['weight', 'female', 36, 0, 13.9],
  ['height', 'male', 0, 0, 49.9],
  ['height', 'male', 12, 0, 75.7],
  ['height', 'female', 12, -2, 68.9],
  ['height', 'female', 36, 0, 95.1],
  ['height', 'male', 36, 0, 96.1],
])('%s of a %s of %d months at %d SD is %d, as published', (measure, sex, months, sd, value) => {
  expect(at(measure, sex, months, sd)).toEqual([value]);
});

test.each<[Measure, 'female' | 'male', number, number]>([
  ['weight', 'male', 240, 70.6],
  ['weight', 'female', 240, 58.2],
  ['height', 'male', 240, 176.8],
  ['height', 'female', 240, 163.3],
])('the median %s of a %s of %d months is that of the CDC charts', (measure, sex, months, value) => {
  expect(at(measure, sex, months, 0)).toEqual([value]);
});

test.each(curves.map(({ measure, sex }) => [measure, sex] as const))(
  'the outermost curves of %s for %s rise and never cross',
  (measure, sex) => {
    for (let months = 0; months < 240; months += 1) {
      const [low = 0] = at(measure, sex, months, -4);
      const [high = 0] = at(measure, sex, months, 4);
      expect([months, low > 0, high > low * 1.2]).toEqual([months, true, true]);
    }
  },
);

const boy = { sex: 'male', ageMonths: 38 } as const;
const man = { sex: 'male', ageMonths: 40 * 12 } as const;
const before = (value: number, days = 60): EarlierValue => ({ value, days });

test.each<[number, EarlierValue | null, object]>([
  [32.4, before(14.7), { why: 'outside', slip: { kind: 'pounds', meant: 14.7 } }],
  [32.4, null, { why: 'outside', slip: { kind: 'pounds', meant: 14.7 } }],
  [29.4, before(14.7), { why: 'outside', slip: { kind: 'jin', meant: 14.7 } }],
  [147, before(14.7), { why: 'outside', slip: { kind: 'tenTimes', meant: 14.7 } }],
  [1.47, null, { why: 'outside', slip: { kind: 'tenth', meant: 14.7 } }],
  [9.5, before(14.7, 10), { why: 'change', slip: null }],
  [400, null, { why: 'outside', slip: null }],
])('a boy of three years with %d kg is asked about', (kg, earlier, doubt) => {
  expect(doubtOf('weight', kg, boy, earlier, curves)).toMatchObject(doubt);
});

test.each([10, 11.5, 14.7, 18, 21])('a boy of three years with %d kg is not asked about', (kg) => {
  expect(doubtOf('weight', kg, boy, null, curves)).toBeNull();
});

test.each<[number, object]>([
  [250, { why: 'outside' }],
  [38, { why: 'outside', slip: { kind: 'inches', meant: 96.5 } }],
  [960 / 10 / 10, { why: 'outside', slip: null }],
])('a boy of three years with %d cm is asked about', (cm, doubt) => {
  expect(doubtOf('height', cm, boy, null, curves)).toMatchObject(cm < 20 ? { why: 'outside' } : doubt);
});

test.each<[Measure, number, EarlierValue | null, string | null]>([
  ['weight', 70, null, null],
  ['weight', 154, before(70), 'change'],
  ['weight', 80, before(70, 400), null],
  ['weight', 45, before(70, 20), 'change'],
  ['weight', 20, null, 'outside'],
  ['weight', 300, null, 'outside'],
  ['height', 172, before(171, 900), null],
  ['height', 68, null, 'outside'],
  ['height', 185, before(172, 90), 'change'],
])('an adult: %s %d after %j', (measure, value, earlier, why) => {
  expect(doubtOf(measure, value, man, earlier, curves)?.why ?? null).toBe(why);
});

test('an infant may double its weight in the first months without a question', () => {
  expect(doubtOf('weight', 6.4, { sex: 'female', ageMonths: 4 }, before(3.2, 120), curves)).toBeNull();
});

test('without a sex or an age the widest bounds count', () => {
  expect(doubtOf('weight', 19.5, { sex: 'unknown', ageMonths: 38 }, null, curves)).toBeNull();
  expect(doubtOf('weight', 32.4, { sex: 'unknown', ageMonths: null }, null, curves)).toBeNull();
  expect(doubtOf('weight', 260, { sex: 'unknown', ageMonths: null }, null, curves)).not.toBeNull();
});
