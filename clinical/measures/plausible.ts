import type { Sex } from '../checks/facts.ts';
import { type GrowthCurve, growthValues, type Measure } from './growth.ts';

/** Who was measured; the age is that at the time of the measure, in months with fractions, or null. */
export type Measured = { readonly sex: Sex; readonly ageMonths: number | null };
/** An earlier value in the same unit, and how many days ago it was. */
export type EarlierValue = { readonly value: number; readonly days: number };

export type Slip = {
  readonly kind: 'pounds' | 'jin' | 'tenTimes' | 'tenth' | 'inches' | 'metres';
  readonly meant: number;
};

/** Why a measure must be confirmed: what was expected, and the slip that would explain it. kg or cm. */
export type Doubt = {
  readonly measure: Measure;
  readonly value: number;
  readonly why: 'outside' | 'change';
  readonly least: number;
  readonly most: number;
  readonly earlier: number | null;
  readonly slip: Slip | null;
};

/**
 * Standard deviations from the median beyond which the form asks. WHO's flags for surveys are -6 and +5 SD of weight; a
 * light child's weight in pounds or jin is at +4 to +5 SD, so that they would let it pass. To ask costs one key.
 */
const mostSd = 4;

/**
 * What an adult weighs and measures at least and at most without a question: kg and cm. Our own bounds, wide enough for
 * nearly everybody, as no table of adults has outermost curves.
 */
const adult: Readonly<Record<Measure, Range>> = { weight: [30, 250], height: [120, 220] };
/** Of any age, for a patient without a birthday. */
const anybody: Readonly<Record<Measure, Range>> = { weight: [1, 250], height: [40, 220] };
type Range = readonly [least: number, most: number];

const adultFromMonths = 240;

function expected(measure: Measure, who: Measured, curves: readonly GrowthCurve[]): Range {
  const { sex, ageMonths } = who;
  if (ageMonths === null) return anybody[measure];
  if (ageMonths >= adultFromMonths) return adult[measure];
  const known = { sex, ageMonths };
  const low = growthValues(curves, measure, known, -mostSd);
  const high = growthValues(curves, measure, known, mostSd);
  return low.length === 0 ? anybody[measure] : [Math.min(...low), Math.max(...high)];
}

/** How much the median grows between two ages: 1 for adults, and where the age is not known. */
function growth(measure: Measure, { sex, ageMonths }: Measured, days: number, curves: readonly GrowthCurve[]): number {
  if (ageMonths === null) return 1;
  const medianAt = (months: number) =>
    Math.max(
      0,
      ...growthValues(curves, measure, { sex, ageMonths: Math.min(Math.max(months, 0), adultFromMonths) }, 0),
    );
  const before = medianAt(ageMonths - days / daysPerMonth);
  return before > 0 ? Math.max(1, medianAt(ageMonths) / before) : 1;
}

const daysPerMonth = 30.4375;

/**
 * By which part a measure may differ from an earlier one beside growth: weight 10 % at once (clothes, another scale,
 * water) and 1 % more every five days up to 50 %; height 3 % (how it was measured) and 1 % more a year up to 10 %. Our own
 * bounds: no public table has them.
 */
const mostChange: Readonly<Record<Measure, (days: number) => number>> = {
  weight: (days) => Math.min(0.5, 0.1 + 0.002 * days),
  height: (days) => Math.min(0.1, 0.03 + (0.01 * days) / 365),
};

function possible(measure: Measure, who: Measured, earlier: EarlierValue, curves: readonly GrowthCurve[]): Range {
  const days = Math.max(0, earlier.days);
  const part = mostChange[measure](days);
  return [earlier.value * (1 - part), earlier.value * growth(measure, who, days, curves) * (1 + part)];
}

/** What a number may have been meant as, in kg or cm. One pound is 0.45359237 kg, one jin half a kilogram. */
const meanings: Readonly<Record<Measure, readonly (readonly [Slip['kind'], number])[]>> = {
  weight: [
    ['pounds', 0.45359237],
    ['jin', 0.5],
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
  height: [
    ['inches', 2.54],
    ['metres', 100],
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
};

const rounded = (value: number) => Math.round(value * 10) / 10;
const within = (value: number, [least, most]: Range) => value >= least && value <= most;

/** The slip whose meaning is expected, nearest to the earlier value or else to the middle of what is expected. */
function likelySlip(
  measure: Measure,
  value: number,
  ranges: readonly Range[],
  earlier: EarlierValue | null,
): Slip | null {
  const [first] = ranges;
  const middle = earlier?.value ?? (first ? Math.sqrt(first[0] * first[1]) : value);
  const distance = ({ meant }: Slip) => Math.abs(Math.log(meant / middle));
  const likely = meanings[measure]
    .map(([kind, factor]) => ({ kind, meant: rounded(value * factor) }))
    .filter(({ meant }) => ranges.every((range) => within(meant, range)));
  return likely.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * Whether a weight in kg or a height in cm must be confirmed: outside the outermost curves for age and sex (adults: fixed
 * bounds), or farther from an earlier value than is possible in that time. Null for a plausible one.
 */
export function doubtOf(
  measure: Measure,
  value: number,
  who: Measured,
  earlier: EarlierValue | null,
  curves: readonly GrowthCurve[],
): Doubt | null {
  const range = expected(measure, who, curves);
  const change = earlier ? possible(measure, who, earlier, curves) : null;
  const why = !within(value, range) ? 'outside' : change && !within(value, change) ? 'change' : null;
  if (why === null) return null;
  const [least, most] = why === 'outside' || !change ? range : change;
  const ranges = change ? [range, change] : [range];
  // An earlier value may be the slip, but a value that fits the age cannot be explained against it.
  const alone = why === 'outside' ? likelySlip(measure, value, [range], null) : null;
  const slip = likelySlip(measure, value, ranges, earlier) ?? alone;
  return { measure, value, why, least: rounded(least), most: rounded(most), earlier: earlier?.value ?? null, slip };
}
