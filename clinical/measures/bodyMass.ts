import type { Sex } from '../patient/sex.ts';
import { type GrowthCurve, type Measure, outermostRange, type Range } from './growth.ts';

/** The other measure of the same patient, in kg or cm. */
export type OtherMeasure = { readonly value: number };

/** The body mass index from one measure and the other one, kg/m². */
export function bmiOf(measure: Measure, value: number, other: number): number {
  const [kg, cm] = measure === 'weight' ? [value, other] : [other, value];
  return kg / (cm / 100) ** 2;
}

/**
 * The index of an adult without a question, our own bounds: the WHO calls less than 16 severe thinness and 40 and more
 * obesity of class III. A usual weight in pounds or jin is above 40.
 */
const adult: Range = [12, 40];
const adultFromMonths = 228;

/** The expected index: the outermost curves from 5 to 19 years, fixed bounds for adults, none for younger children. */
export function bmiRange(
  { sex, ageMonths }: { readonly sex: Sex; readonly ageMonths: number | null },
  curves: readonly GrowthCurve[],
): Range | null {
  if (ageMonths === null) return null;
  return ageMonths >= adultFromMonths ? adult : outermostRange(curves, 'bmi', { sex, ageMonths });
}
