import { expect, test } from 'vitest';
import { type CurveMeasure, growthValues, type Measure, usualRange } from '../../../clinical/measures/growth.ts';
import { doubtOf, type EarlierValue } from '../../../clinical/measures/plausible.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

const curves = readTable('growth').rows;
const at = (measure: CurveMeasure, sex: 'female' | 'male', ageMonths: number, sd: number) =>
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
      const [low] = at(measure, sex, months, -4);
      const [high] = at(measure, sex, months, 4);
      if (low === undefined || high === undefined) continue;
      expect([months, low > 0, high > low * 1.2]).toEqual([months, true, true]);
    }
  },
);

const boy = { sex: 'male', ageMonths: 38 } as const;
const man = { sex: 'male', ageMonths: 40 * 12 } as const;
const before = (value: number, days = 60): EarlierValue => ({ value, days });
const beside = (earlier: EarlierValue | null) => ({ earlier, other: null });

test.each<[number, EarlierValue | null, object]>([
  [32.4, before(14.7), { why: 'outside', slip: { kind: 'pounds', meant: 14.7 } }],
  [32.4, null, { why: 'outside', slip: { kind: 'pounds', meant: 14.7 } }],
  [29.4, before(14.7), { why: 'outside', slip: { kind: 'jin', meant: 14.7 } }],
  [147, before(14.7), { why: 'outside', slip: { kind: 'tenTimes', meant: 14.7 } }],
  [1.47, null, { why: 'outside', slip: { kind: 'tenth', meant: 14.7 } }],
  [10.5, before(14.7, 10), { why: 'change', slip: null }],
  [400, null, { why: 'outside', slip: null }],
])('a boy of three years with %d kg is asked about', (kg, earlier, doubt) => {
  expect(doubtOf('weight', kg, boy, beside(earlier), curves)).toMatchObject(doubt);
});

test('a height in metres and a weight that fits the age are explained by no impossible change', () => {
  expect(doubtOf('height', 1.7, man, beside(before(170)), curves)?.slip).toMatchObject({ kind: 'metres', meant: 170 });
  expect(doubtOf('weight', 70, man, beside(before(140)), curves)).toMatchObject({ why: 'change', slip: null });
});

test.each([10.5, 11.5, 14.7, 18, 20])('a boy of three years with %d kg is not asked about', (kg) => {
  expect(doubtOf('weight', kg, boy, beside(null), curves)).toBeNull();
});

test.each<[number, object]>([
  [250, { why: 'outside' }],
  [38, { why: 'outside', slip: { kind: 'inches', meant: 96.5 } }],
  [9.6, { why: 'outside', slip: { kind: 'tenth', meant: 96 } }],
  [0.96, { why: 'outside', slip: { kind: 'metres', meant: 96 } }],
])('a boy of three years with %d cm is asked about', (cm, doubt) => {
  expect(doubtOf('height', cm, boy, beside(null), curves)).toMatchObject(doubt);
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
  expect(doubtOf(measure, value, man, beside(earlier), curves)?.why ?? null).toBe(why);
});

test('an infant may double its weight in the first months without a question', () => {
  expect(doubtOf('weight', 6.4, { sex: 'female', ageMonths: 4 }, beside(before(3.2, 120)), curves)).toBeNull();
});

test('without a sex or an age the widest bounds count', () => {
  expect(doubtOf('weight', 19.5, { sex: 'unknown', ageMonths: 38 }, beside(null), curves)).toBeNull();
  expect(doubtOf('weight', 32.4, { sex: 'unknown', ageMonths: null }, beside(null), curves)).toBeNull();
  expect(doubtOf('weight', 260, { sex: 'unknown', ageMonths: null }, beside(null), curves)).not.toBeNull();
});

const ages = Array.from({ length: 15 }, (_, at) => 3 + at);
const children = (['female', 'male'] as const).flatMap((sex) => ages.map((years) => ({ sex, years })));
const pounds = 1 / 0.45359237;

test.each(children)('a $sex of $years years in pounds, in jin or with a lost point is asked about alone', (child) => {
  const who = { sex: child.sex, ageMonths: child.years * 12 + 6 };
  // To nine years the WHO's median and the national one, after that the national one.
  for (const kg of at('weight', child.sex, who.ageMonths, 0).slice(child.years < 10 ? 0 : -1)) {
    const asked = [kg, kg * pounds, kg * 2, kg * 10, kg / 10].map(
      (value) => doubtOf('weight', Number(value.toFixed(1)), who, beside(null), curves)?.why ?? null,
    );
    expect([kg, ...asked]).toEqual([kg, null, 'outside', 'outside', 'outside', 'outside']);
  }
});

test.each(children)('a $sex of $years years within two standard deviations is not asked about', (child) => {
  const who = { sex: child.sex, ageMonths: child.years * 12 + 6 };
  for (const sd of [-2, -1, 1, 2])
    for (const kg of at('weight', child.sex, who.ageMonths, sd).slice(-1))
      expect([kg, doubtOf('weight', kg, who, beside(null), curves)]).toEqual([kg, null]);
});

test.each(children.filter(({ years }) => years < 8))(
  'a light $sex of $years years is asked about where jin or pounds are nearer to the median',
  (child) => {
    const who = { sex: child.sex, ageMonths: child.years * 12 + 6 };
    for (const sd of [-2, -1]) {
      const kg = at('weight', child.sex, who.ageMonths, sd).at(-1) ?? 0;
      const asked = [kg * 2, kg * pounds].map(
        (value) => doubtOf('weight', Number(value.toFixed(1)), who, beside(null), curves)?.slip?.meant ?? null,
      );
      expect([kg, asked.includes(null)]).toEqual([kg, false]);
    }
  },
);

const young = (['female', 'male'] as const).flatMap((sex) =>
  [0, 1, 6, 12, 24, 36, 48, 59].map((months) => ({ sex, months })),
);

test.each(young)(
  'a $sex of $months months is asked about outside the outermost published curves',
  ({ sex, months }) => {
    const asked = [-3.2, -2.9, 3.2].map((sd) => {
      const kg = growthValues(curves, 'weight', { sex, ageMonths: months }, sd)[0] ?? 0;
      return doubtOf('weight', kg, { sex, ageMonths: months }, beside(null), curves)?.why ?? null;
    });
    expect(asked).toEqual(['outside', null, 'outside']);
  },
);

test.each([10, 11, 12])(
  'a girl of %d years with her weight in jin is asked about where it is unusual for the national curve',
  (years) => {
    const who = { sex: 'female', ageMonths: years * 12 + 6 } as const;
    const [, most] = usualRange(curves, 'weight', who) ?? [0, 0];
    const asked = doubtOf('weight', Number((most * 1.02).toFixed(1)), who, beside(null), curves);
    expect([most, asked?.slip?.kind]).toEqual([growthValues(curves, 'weight', who, 2).at(-1), 'jin']);
  },
);

test.each(children.filter(({ years }) => years >= 6))(
  'a $sex of $years years with a height is asked where jin fit the median body mass index better',
  ({ sex, years }) => {
    const who = { sex, ageMonths: years * 12 + 6 };
    for (const sd of [-1.5, -1, 0]) {
      const [kg, cm] = [at('weight', sex, who.ageMonths, sd).at(-1) ?? 0, at('height', sex, who.ageMonths, sd)[0] ?? 0];
      const asked = (weight: number) =>
        [
          doubtOf('weight', weight, who, { earlier: null, other: { value: cm } }, curves),
          doubtOf('height', cm, who, { earlier: null, other: { value: weight } }, curves),
        ].map((doubt) => doubt?.slip?.kind ?? null);
      expect([sd, asked(Number((kg * 2).toFixed(1)))]).toEqual([sd, ['jin', 'jin']]);
      expect([sd, asked(kg)]).toEqual([sd, [null, null]]);
    }
  },
);

test('a heavy child is not asked about twice: an earlier weight or a height that fits decides', () => {
  const alone = doubtOf('weight', 21, boy, beside(null), curves);
  expect(alone).toMatchObject({ why: 'outside', slip: { kind: 'jin', meant: 10.5 } });
  expect(doubtOf('weight', 21, boy, beside(before(20, 60)), curves)).toBeNull();
  const older = { sex: 'male', ageMonths: 75 } as const;
  expect(doubtOf('weight', 32, older, beside(null), curves)).toMatchObject({ why: 'outside', slip: { meant: 16 } });
  expect(doubtOf('weight', 32, older, { earlier: null, other: { value: 126 } }, curves)).toBeNull();
  expect(doubtOf('weight', 32, older, { earlier: null, other: { value: 100 } }, curves)).toMatchObject({ why: 'bmi' });
});

test('below five years a height does not decide, as no index of that age is in the tables', () => {
  const other = { value: 96 };
  expect(doubtOf('weight', 21, boy, { earlier: null, other }, curves)).toMatchObject({ slip: { kind: 'jin' } });
  expect(doubtOf('weight', 14.7, boy, { earlier: null, other }, curves)).toBeNull();
});

/** Medians of WHO's printed tables of BMI for age, 5 to 19 years (2007), and of Zong and Li, PLoS ONE 2013, table of weights. */
test.each<[CurveMeasure, 'female' | 'male', number, number]>([
  ['bmi', 'female', 61, 15.2],
  ['bmi', 'male', 61, 15.3],
  ['bmi', 'female', 120, 16.6],
  ['bmi', 'male', 120, 16.4],
  ['bmi', 'female', 228, 21.4],
  ['bmi', 'male', 228, 22.2],
  ['weight', 'female', 216, 51.4],
  ['weight', 'male', 216, 61.4],
])('the median %s of a %s of %d months is the published one', (measure, sex, months, value) => {
  expect(at(measure, sex, months, 0)).toContain(value);
});

const withOther = (measure: Measure, value: number, other: number, sex: 'female' | 'male', years: number) =>
  doubtOf(measure, value, { sex, ageMonths: years * 12 }, { earlier: null, other: { value: other } }, curves);

test.each<[Measure, number, number, 'female' | 'male', number, object]>([
  ['weight', 64, 133, 'male', 9.5, { slip: { measure: 'weight', kind: 'jin', meant: 32 } }],
  ['weight', 60, 132, 'female', 10, { slip: { measure: 'weight', kind: 'jin', meant: 30 } }],
  ['weight', 75, 148, 'female', 12, { why: 'bmi', slip: { measure: 'weight', kind: 'jin', meant: 37.5 } }],
  ['weight', 90, 160, 'male', 14, { why: 'bmi', slip: { measure: 'weight' } }],
  ['height', 160, 90, 'male', 14, { why: 'bmi', slip: { measure: 'weight', value: 90 } }],
  ['weight', 100, 162, 'female', 17, { why: 'outside' }],
  ['weight', 132, 160, 'female', 40, { why: 'bmi', bmi: 51.6, slip: { kind: 'pounds', meant: 59.9 } }],
  ['weight', 124, 172, 'male', 40, { why: 'bmi', slip: { measure: 'weight' } }],
  ['height', 172, 33, 'male', 40, { why: 'bmi', slip: null }],
])('%s %d beside %d of a %s of %d years is asked about with its slip', (measure, value, other, sex, years, doubt) => {
  expect(withOther(measure, value, other, sex, years)).toMatchObject(doubt);
});

test.each<[number, number, 'female' | 'male', number]>([
  [14.7, 96, 'male', 3],
  [32, 133, 'male', 9.5],
  [45, 150, 'female', 12],
  [70, 165, 'male', 14],
  [58, 162, 'female', 17],
  [110, 180, 'male', 40],
  [42, 165, 'female', 30],
])('%d kg with %d cm of a %s of %d years is not asked about', (kg, cm, sex, years) => {
  expect([withOther('weight', kg, cm, sex, years), withOther('height', cm, kg, sex, years)]).toEqual([null, null]);
});
