import type { Sex } from '../patient/sex.ts';
import { bmiOf, bmiRange, type OtherMeasure } from './bodyMass.ts';
import {
  type GrowthCurve,
  growthValues,
  type Measure,
  outermostRange,
  type Range,
  usualRange,
  usualValues,
} from './growth.ts';
import { rounded, type Slip, slipsOf, within } from './slips.ts';

/** Who was measured; the age is that at the time of the measure, in months with fractions, or null. */
export type Measured = { readonly sex: Sex; readonly ageMonths: number | null };
/** An earlier value in the same unit, and how many days ago it was. */
export type EarlierValue = { readonly value: number; readonly days: number };

/** Why a measure must be confirmed: what was expected, and the slip that would explain it. kg or cm. */
export type Doubt = {
  readonly measure: Measure;
  readonly value: number;
  /** `bmi`: weight and height together give a body mass index outside its bounds, which `least` and `most` then are. */
  readonly why: 'outside' | 'change' | 'bmi';
  readonly least: number;
  readonly most: number;
  readonly earlier: number | null;
  readonly slip: Slip | null;
  readonly bmi: number | null;
};

/**
 * What an adult weighs and measures at least and at most without a question: kg and cm. Our own bounds, wide enough for
 * nearly everybody, as no table of adults has outermost curves.
 */
const adult: Readonly<Record<Measure, Range>> = { weight: [30, 250], height: [120, 220] };
/** Of any age, for a patient without a birthday. */
const anybody: Readonly<Record<Measure, Range>> = { weight: [1, 250], height: [40, 220] };

const adultFromMonths = 240;

function expected(measure: Measure, who: Measured, curves: readonly GrowthCurve[]): Range {
  const { sex, ageMonths } = who;
  if (ageMonths === null) return anybody[measure];
  if (ageMonths >= adultFromMonths) return adult[measure];
  return outermostRange(curves, measure, { sex, ageMonths }) ?? anybody[measure];
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
  const likely = slipsOf(measure, value).filter(({ meant }) => ranges.every((range) => within(meant, range)));
  return likely.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

type Typed = { readonly measure: Measure; readonly value: number };

/** The slip of either measure that would give an expected index, the nearest to its middle. */
function bmiSlip(typed: Typed, other: OtherMeasure, range: Range, who: Measured, curves: readonly GrowthCurve[]) {
  const middle = Math.sqrt(range[0] * range[1]);
  const both = [typed, { measure: typed.measure === 'weight' ? ('height' as const) : ('weight' as const), ...other }];
  const meant = both.flatMap(({ measure, value }, at) => {
    const rest = both[1 - at]?.value ?? 0;
    return slipsOf(measure, value)
      .map((slip) => ({ slip, bmi: bmiOf(measure, slip.meant, rest), at }))
      .filter(({ slip, bmi }) => within(bmi, range) && within(slip.meant, expected(measure, who, curves)));
  });
  const distance = (bmi: number) => Math.abs(Math.log(bmi / middle));
  return meant.toSorted((a, b) => a.at - b.at || distance(a.bmi) - distance(b.bmi))[0]?.slip ?? null;
}

/** Whether a measure and the other one give an index outside its bounds. */
function bmiDoubt(typed: Typed, other: OtherMeasure, who: Measured, curves: readonly GrowthCurve[]): Doubt | null {
  const range = bmiRange(who, curves);
  const bmi = bmiOf(typed.measure, typed.value, other.value);
  if (!range || within(bmi, range)) return null;
  const slip = bmiSlip(typed, other, range, who, curves);
  const [least, most] = range;
  return {
    ...{ ...typed, why: 'bmi', least: rounded(least), most: rounded(most), earlier: other.value, slip },
    bmi: rounded(bmi),
  };
}

/**
 * A body mass index within the outermost curves, but above the usual range, that would be nearer to the median with the
 * weight in jin or pounds: the child is heavy, or the weight is in another unit. A height alone does not decide that.
 */
function bmiUnitDoubt(typed: Typed, other: OtherMeasure, who: Measured, curves: readonly GrowthCurve[]): Doubt | null {
  const { sex, ageMonths } = who;
  const usual = ageMonths === null ? null : usualRange(curves, 'bmi', { sex, ageMonths });
  const [kg, cm] = typed.measure === 'weight' ? [typed.value, other.value] : [other.value, typed.value];
  const bmi = bmiOf('weight', kg, cm);
  if (!usual || ageMonths === null || bmi <= usual[1] * 1.01) return null;
  const medians = usualValues(curves, 'bmi', { sex, ageMonths }, 0);
  const isNearer = (meant: number) => medians.every((median) => bmi / median > median / meant);
  const allowed = expected('weight', who, curves);
  const slip = unitSlips(kg).find(({ meant }) => within(meant, allowed) && isNearer(bmiOf('weight', meant, cm)));
  if (!slip) return null;
  const [least, most] = usual;
  const bounds = { least: rounded(least), most: rounded(most) };
  return { ...typed, why: 'bmi', ...bounds, earlier: other.value, slip, bmi: rounded(bmi) };
}

/** What a weight would be if it was typed in jin or in pounds. */
const unitSlips = (value: number): readonly Slip[] =>
  (['jin', 'pounds'] as const).flatMap((unit) => slipsOf('weight', value).filter(({ kind }) => kind === unit));

/**
 * A weight above the usual range, but within the outermost curves, that would be nearer to the median in jin or pounds:
 * the child is heavy, or the weight is in another unit. Without an earlier weight, or a height from five years on, only
 * a person can decide. One per cent above the curve still counts as usual, because printed curves are rounded.
 */
function unitDoubt(value: number, who: Measured, curves: readonly GrowthCurve[]): Doubt | null {
  const { sex, ageMonths } = who;
  if (ageMonths === null || ageMonths >= adultFromMonths) return null;
  const [usual, outermost] = [usualRange, outermostRange].map((of) => of(curves, 'weight', { sex, ageMonths }));
  if (!usual || !outermost || value <= usual[1] * 1.01) return null;
  const medians = usualValues(curves, 'weight', { sex, ageMonths }, 0);
  const isNearer = (meant: number) => medians.every((median) => value / median > median / meant);
  const slip = unitSlips(value).find(({ meant }) => within(meant, outermost) && isNearer(meant));
  if (!slip) return null;
  const [least, most] = usual;
  const bounds = { least: rounded(least), most: rounded(most) };
  return { measure: 'weight', value, why: 'outside', ...bounds, earlier: null, slip, bmi: null };
}

/** What is known besides a measure: an earlier value of it, and the other measure, each null where there is none. */
export type Beside = { readonly earlier: EarlierValue | null; readonly other: OtherMeasure | null };

/**
 * Whether a weight in kg or a height in cm must be confirmed: outside the outermost curves for age and sex (adults: fixed
 * bounds), farther from an earlier value than is possible in that time, with an impossible body mass index, or, without an
 * earlier value, nearer to the median in another unit. Null for a plausible one.
 */
export function doubtOf(
  measure: Measure,
  value: number,
  who: Measured,
  { earlier, other }: Beside,
  curves: readonly GrowthCurve[],
): Doubt | null {
  const range = expected(measure, who, curves);
  const change = earlier ? possible(measure, who, earlier, curves) : null;
  const why = !within(value, range) ? 'outside' : change && !within(value, change) ? 'change' : null;
  if (why === null) {
    const typed = { measure, value };
    const byMass = other
      ? (bmiDoubt(typed, other, who, curves) ?? (earlier ? null : bmiUnitDoubt(typed, other, who, curves)))
      : null;
    const isDecided = earlier !== null || (other !== null && bmiRange(who, curves) !== null);
    return byMass ?? (isDecided || measure === 'height' ? null : unitDoubt(value, who, curves));
  }
  const [least, most] = why === 'outside' || !change ? range : change;
  const ranges = change ? [range, change] : [range];
  // An earlier value may be the slip, but a value that fits the age cannot be explained against it.
  const alone = why === 'outside' ? likelySlip(measure, value, [range], null) : null;
  const slip = likelySlip(measure, value, ranges, earlier) ?? alone;
  const bounds = { least: rounded(least), most: rounded(most) };
  return { measure, value, why, ...bounds, earlier: earlier?.value ?? null, slip, bmi: null };
}
