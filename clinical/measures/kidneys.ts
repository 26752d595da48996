import type { Range } from './growth.ts';
import { microMolPerMgDl } from './kidneyFunction.ts';
import type { EarlierValue } from './plausible.ts';
import { rounded, within } from './slips.ts';

/** Measures of the kidneys: creatinine in µmol/l, eGFR in ml/min/1.73 m². */
export type KidneyMeasure = 'creatinine' | 'egfr';

/** A slip that would explain an unlikely number: milligrams per decilitre, or the decimal point. */
export type KidneySlip = { readonly kind: 'milligrams' | 'tenTimes' | 'tenth'; readonly meant: number };

/** Why a measure of the kidneys must be confirmed: what was expected, and the slip that would explain it. */
export type KidneyDoubt = {
  readonly measure: KidneyMeasure;
  readonly value: number;
  readonly why: 'outside' | 'change';
  readonly least: number;
  readonly most: number;
  readonly earlier: number | null;
  readonly slip: KidneySlip | null;
};

type People = 'adult' | 'child' | 'anybody';

/**
 * What is stored without a question. Our own bounds, wide enough for nearly everybody outside dialysis; a usual creatinine
 * in mg/dl is below them.
 */
const usual: Readonly<Record<KidneyMeasure, Readonly<Record<People, Range>>>> = {
  creatinine: { adult: [30, 600], child: [10, 300], anybody: [10, 600] },
  egfr: { adult: [5, 150], child: [5, 200], anybody: [5, 200] },
};

const adultFromMonths = 216;

/** So many times more or less than an earlier value must be confirmed. Our own bound. */
const mostChange = 5;

/** Factors to the unit of the measure, the likelier slip first. */
const meanings: Readonly<Record<KidneyMeasure, readonly (readonly [KidneySlip['kind'], number])[]>> = {
  creatinine: [
    ['milligrams', microMolPerMgDl],
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
  egfr: [
    ['tenTimes', 0.1],
    ['tenth', 10],
  ],
};

/** The first slip whose meaning every range allows. */
function likelySlip(measure: KidneyMeasure, value: number, ranges: readonly Range[]): KidneySlip | null {
  const meant = meanings[measure].map(([kind, factor]) => {
    const exact = value * factor;
    return { kind, meant: kind === 'milligrams' ? Math.round(exact) : rounded(exact) };
  });
  return meant.find((slip) => ranges.every((range) => within(slip.meant, range))) ?? null;
}

/**
 * Whether a creatinine or an eGFR must be confirmed: outside the bounds for the age (in months, null if unknown), or too
 * far from an earlier value. Null for a plausible one.
 */
export function kidneyDoubtOf(
  measure: KidneyMeasure,
  value: number,
  ageMonths: number | null,
  earlier: EarlierValue | null,
): KidneyDoubt | null {
  const people = ageMonths === null ? 'anybody' : ageMonths < adultFromMonths ? 'child' : 'adult';
  const range = usual[measure][people];
  const change: Range | null = earlier ? [earlier.value / mostChange, earlier.value * mostChange] : null;
  const why = !within(value, range) ? 'outside' : change && !within(value, change) ? 'change' : null;
  if (why === null) return null;
  const [least, most] = why === 'change' && change ? change : range;
  const slip = likelySlip(measure, value, change ? [range, change] : [range]) ?? likelySlip(measure, value, [range]);
  const bounds = { least: rounded(least), most: rounded(most) };
  return { measure, value, why, ...bounds, earlier: earlier?.value ?? null, slip };
}
