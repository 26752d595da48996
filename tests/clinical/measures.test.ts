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

/** The SD values that WHO printed itself, read from another copy of its tables: `ewheeler/pygrowup`, tables/source/who. */
test.each<[Measure, 'female' | 'male', number, readonly (readonly [number, number])[]]>([
  [
    'weight',
    'female',
    48,
    [
      [-3, 10.9],
      [-2, 12.3],
      [0, 16.1],
      [2, 21.5],
      [3, 25.2],
    ],
  ],
  [
    'weight',
    'female',
    55,
    [
      [-3, 11.6],
      [-2, 13.2],
      [0, 17.3],
      [2, 23.5],
      [3, 27.7],
    ],
  ],
  [
    'weight',
    'female',
    60,
    [
      [-3, 12.1],
      [-2, 13.7],
      [0, 18.2],
      [2, 24.9],
      [3, 29.5],
    ],
  ],
  [
    'height',
    'male',
    49,
    [
      [-3, 91.2],
      [-2, 95.4],
      [0, 103.9],
      [2, 112.4],
      [3, 116.6],
    ],
  ],
  [
    'height',
    'male',
    60,
    [
      [-3, 96.1],
      [-2, 100.7],
      [0, 110],
      [2, 119.2],
      [3, 123.9],
    ],
  ],
  [
    'weight',
    'male',
    61,
    [
      [-4, 11.07],
      [-3, 12.718],
      [0, 18.506],
      [3, 27.77],
      [4, 31.375],
    ],
  ],
  [
    'weight',
    'male',
    84,
    [
      [-4, 13.677],
      [-3, 15.666],
      [0, 22.892],
      [3, 36.1],
      [4, 41.506],
    ],
  ],
  [
    'weight',
    'male',
    120,
    [
      [-4, 17.634],
      [-3, 20.42],
      [0, 31.159],
      [3, 56.434],
      [4, 67.829],
    ],
  ],
  [
    'height',
    'female',
    61,
    [
      [-4, 90.509],
      [-3, 95.282],
      [0, 109.602],
      [3, 123.921],
      [4, 128.694],
    ],
  ],
  [
    'height',
    'female',
    120,
    [
      [-4, 113.05],
      [-3, 119.446],
      [0, 138.636],
      [3, 157.826],
      [4, 164.223],
    ],
  ],
  [
    'height',
    'female',
    144,
    [
      [-4, 123.872],
      [-3, 130.712],
      [0, 151.233],
      [3, 171.753],
      [4, 178.594],
    ],
  ],
  [
    'height',
    'female',
    192,
    [
      [-4, 135.369],
      [-3, 142.156],
      [0, 162.516],
      [3, 182.876],
      [4, 189.662],
    ],
  ],
])('%s of a %s of %d months follows the expanded tables of WHO', (measure, sex, ageMonths, published) => {
  for (const [sd, value] of published) {
    const [own = 0] = growthValues(curves, measure, { sex, ageMonths }, sd);
    // The tables to 60 months print one decimal, for the day nearest to the month; those after it print three.
    expect([sd, Math.abs(own - value) < (ageMonths <= 60 ? 0.08 : 0.006)]).toEqual([sd, true]);
  }
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

test('a height in metres and a weight that fits the age are explained by no impossible change', () => {
  expect(doubtOf('height', 1.7, man, before(170), curves)?.slip).toEqual({ kind: 'metres', meant: 170 });
  expect(doubtOf('weight', 70, man, before(140), curves)).toMatchObject({ why: 'change', slip: null });
});

test.each([10, 11.5, 14.7, 18, 21])('a boy of three years with %d kg is not asked about', (kg) => {
  expect(doubtOf('weight', kg, boy, null, curves)).toBeNull();
});

test.each<[number, object]>([
  [250, { why: 'outside' }],
  [38, { why: 'outside', slip: { kind: 'inches', meant: 96.5 } }],
  [9.6, { why: 'outside', slip: { kind: 'tenth', meant: 96 } }],
  [0.96, { why: 'outside', slip: { kind: 'metres', meant: 96 } }],
])('a boy of three years with %d cm is asked about', (cm, doubt) => {
  expect(doubtOf('height', cm, boy, null, curves)).toMatchObject(doubt);
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
