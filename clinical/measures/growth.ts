import type { Sex } from '../patient/sex.ts';

export type Measure = 'weight' | 'height';
/** What a published curve is about; the body mass index is in kg/m². */
export type CurveMeasure = Measure | 'bmi';
/** A point of a growth curve: age in months, then Cole's L, M and S; M in kg, cm or kg/m². */
export type GrowthPoint = readonly [months: number, l: number, m: number, s: number];
/** The published curve of a measure and a sex, in ascending age. */
export type GrowthCurve = {
  readonly measure: CurveMeasure;
  readonly sex: 'female' | 'male';
  /** The standard deviation of the outermost curve, beyond which the form asks. */
  readonly outermostSd: number;
  /** Whether it describes the children of this country; then it says what is usual where it has the age. */
  readonly isNational: boolean;
  readonly points: readonly GrowthPoint[];
};

/** The point of a curve at an age, between two published ages in proportion; null outside the curve. */
function pointAt(points: readonly GrowthPoint[], months: number): GrowthPoint | null {
  const after = points.findIndex(([age]) => age >= months);
  const [high, low] = [points[after], points[after - 1]];
  if (!high || months < 0) return null;
  if (!low || high[0] === months) return high;
  const part = (months - low[0]) / (high[0] - low[0]);
  const between = (a: number, b: number) => a + (b - a) * part;
  return [months, between(low[1], high[1]), between(low[2], high[2]), between(low[3], high[3])];
}

/** The value at a standard deviation by Cole's LMS method. */
const byLms = ([, l, m, s]: GrowthPoint, sd: number): number =>
  l === 0 ? m * Math.exp(s * sd) : m * (1 + l * s * sd) ** (1 / l);

/**
 * The value at a standard deviation. Beyond three the curve goes on by the distance from the second to the third, as in
 * the WHO growth standards (2006, methods, chapter 7), because a power of a skewed curve has no values far out.
 */
function valueAt(point: GrowthPoint, sd: number): number {
  if (Math.abs(sd) <= 3) return byLms(point, sd);
  const side = Math.sign(sd);
  const third = byLms(point, 3 * side);
  return third + (Math.abs(sd) - 3) * (third - byLms(point, 2 * side));
}

type OfAge = { readonly sex: Sex; readonly ageMonths: number };

const curvesFor = (curves: readonly GrowthCurve[], measure: CurveMeasure, { sex, ageMonths }: OfAge) =>
  curves
    .filter((curve) => curve.measure === measure && (sex === 'unknown' || curve.sex === sex))
    .flatMap((curve) => {
      const point = curve.points.some(([months]) => months <= ageMonths) ? pointAt(curve.points, ageMonths) : null;
      return point ? [{ ...curve, point }] : [];
    });

/** The values of a measure at an age and a standard deviation, one for each curve and sex that the patient may have. */
export const growthValues = (curves: readonly GrowthCurve[], measure: CurveMeasure, who: OfAge, sd: number): number[] =>
  curvesFor(curves, measure, who).map(({ point }) => valueAt(point, sd));

export type Range = readonly [least: number, most: number];

/** The range within every outermost curve for an age and each sex that the patient may have; null without a curve. */
export function outermostRange(curves: readonly GrowthCurve[], measure: CurveMeasure, who: OfAge): Range | null {
  const ranges = (['female', 'male'] as const).flatMap((sex): Range[] => {
    const own = curvesFor(curves, measure, who).filter((curve) => curve.sex === sex);
    const low = own.map(({ point, outermostSd }) => valueAt(point, -outermostSd));
    const high = own.map(({ point, outermostSd }) => valueAt(point, outermostSd));
    return own.length === 0 ? [] : [[Math.max(...low), Math.min(...high)]];
  });
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
}

/** The values at a standard deviation of the national curve, or of every other one where that does not have the age. */
export function usualValues(curves: readonly GrowthCurve[], measure: CurveMeasure, who: OfAge, sd: number): number[] {
  const all = curvesFor(curves, measure, who);
  const national = all.filter(({ isNational }) => isNational);
  return (national.length > 0 ? national : all).map(({ point }) => valueAt(point, sd));
}

/** The range of 95 of 100 children: within two standard deviations of the usual values; null where no curve has the age. */
export function usualRange(curves: readonly GrowthCurve[], measure: CurveMeasure, who: OfAge): Range | null {
  const [low, high] = [-2, 2].map((sd) => usualValues(curves, measure, who, sd));
  return low && high && low.length > 0 ? [Math.min(...low), Math.max(...high)] : null;
}
