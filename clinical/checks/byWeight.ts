import { inUnit } from '../doses/dose.ts';
import { decimal, isAbove, isPositive, type Rational, times } from '../doses/rational.ts';
import { adultFromMonths, hasChildDose, isSystemic, limitOf, type Maximum, type Per } from './doseLimits.ts';
import type { DoseLimit, KnownLine, PatientFacts } from './facts.ts';

/**
 * Weights in kg that adult maxima assume where the label names none: 60 for a child without a dose of its own, as in the
 * medicine list, and 50 for values per kilogram (labels of paracetamol, losartan, levetiracetam). From twelve years for one
 * maximum for everybody it is 35, the lower fifth at twelve years (CDC growth charts, 2000).
 */
const assumedKg = { child: 60, perKg: 50, fixed: 35 };

/** Until this age children grow fastest. */
const infantToMonths = 24;

/** From this age an unknown weight is no gap: few grown people are as light as that. */
const grownFromMonths = 216;

/** The same for one maximum for everybody: at fourteen 97 of 100 weigh what it assumes (CDC growth charts, 2000). */
const fixedFromMonths = 168;

const weightOf = ({ weightKg }: PatientFacts): Rational | null => {
  const weight = decimal(weightKg ?? '');
  return weight && isPositive(weight) ? weight : null;
};

/** Four digits: no maximum is known more exactly, and the text stays readable. */
const rounded = (value: number): number => Number(value.toPrecision(4));
const numberOf = ({ n, d }: Rational): number => Number((Number(n) / Number(d)).toPrecision(12));

/** The smaller of a maximum by weight and another one, with the source of that which counts. */
function capped(value: Rational, unit: string, source: string, known: KnownLine, cap: Maximum | null): Maximum {
  const most = cap ? inUnit(cap, unit, known.medicine.packing) : null;
  if (!cap || !most?.ok || !isAbove(value, most.base)) return { value: numberOf(value), unit, source };
  return { value: numberOf(most.base), unit, source: cap.source };
}

/** The part of an adult maximum that a light patient may have: the weight in that which the maximum assumes. */
function scaled(limit: Maximum, weight: Rational, assumed: number): Maximum | null {
  const kg = numberOf(weight);
  return kg < assumed ? { ...limit, value: rounded((limit.value * kg) / assumed) } : null;
}

/**
 * A value per kilogram, and the maximum of the age without regard to weight. `adult` is the adult maximum where it counts
 * besides them, because no public text was found that allows as much per kilogram; `listed` is what one allows.
 */
type Pair = { perKg: Maximum | null; general: Maximum | null; adult: Maximum | null; listed?: Maximum | null };

/** Whether an amount that no text allows holds for babies and for children who weigh three times as much alike. */
const isForAnyWeight = ({ fromMonths, toMonths, listed }: DoseLimit): boolean =>
  listed !== undefined || (fromMonths < infantToMonths && (toMonths === null || toMonths > infantToMonths));

/** The maxima of a kind for a line, as the tables have them. */
export function pairOf(known: KnownLine, ageMonths: number | null, per: Per): Pair {
  const [perKg, general] = [limitOf(known, ageMonths, `${per}PerKg`), limitOf(known, ageMonths, per)];
  const child = perKg ?? general;
  if (child?.isRead !== false || !(perKg || isForAnyWeight(child))) return { perKg, general, adult: null };
  const listed = perKg?.listed === undefined ? null : { ...perKg, value: perKg.listed };
  return { perKg, general, adult: limitOf(known, null, per), listed };
}

/** The adult maximum by weight, or what a public text allows by weight where that is more. */
function unreadCap({ adult, listed }: Pair, weight: Rational, known: KnownLine): Maximum | null {
  const scaledAdult = adult && scaled(adult, weight, assumedKg.child);
  const each = decimal(listed?.value ?? '');
  if (!scaledAdult || !listed || !each) return scaledAdult;
  const byText = { ...listed, value: numberOf(times(weight, each)) };
  const most = inUnit(scaledAdult, listed.unit, known.medicine.packing);
  return most.ok && isAbove(times(weight, each), most.base) ? byText : scaledAdult;
}

/** What the tables say for a patient of this weight. */
function byTables(
  known: KnownLine,
  patient: PatientFacts,
  { perKg, general }: Pair,
  per: Per,
): Maximum | null | 'unknown' {
  const { ageMonths } = patient;
  if (ageMonths === null) return null;
  const { medicine } = known;
  const weight = weightOf(patient);
  const isChild = ageMonths < adultFromMonths;
  if (perKg) {
    if (!weight) return ageMonths < grownFromMonths ? 'unknown' : null;
    const each = decimal(perKg.value);
    const counts = isChild || numberOf(weight) < (medicine.adultKg ?? assumedKg.perKg);
    return each && counts ? capped(times(weight, each), perKg.unit, perKg.source, known, general) : null;
  }
  if (!general || !isSystemic(known) || (isChild && hasChildDose(known, ageMonths, per))) return null;
  const adultKg = medicine.adultKg ?? assumedKg.fixed;
  if (!weight) return ageMonths < (adultKg > assumedKg.fixed ? grownFromMonths : fixedFromMonths) ? 'unknown' : null;
  return scaled(general, weight, isChild ? assumedKg.child : adultKg);
}

/**
 * The most at once or in a day for a patient of this weight; null if the weight does not matter, `unknown` if it does and
 * is not known. Below twelve years a value per kilogram, else, without any dose for children, the adult maximum by weight;
 * later both, as long as the weight is below what the adult maximum assumes.
 */
export function weighed(known: KnownLine, patient: PatientFacts, pair: Pair, per: Per): Maximum | null | 'unknown' {
  const own = byTables(known, patient, pair, per);
  const weight = weightOf(patient);
  const isChild = patient.ageMonths !== null && patient.ageMonths < adultFromMonths;
  if (own === 'unknown' || !pair.adult || !weight || !isChild || !isSystemic(known)) return own;
  const adult = unreadCap(pair, weight, known);
  const child = own ?? pair.general;
  const value = child && decimal(child.value);
  return adult && child && value ? capped(value, child.unit, child.source, known, adult) : (own ?? adult);
}

/** The most that a patient of this weight may have at once or in a day, as `weighed` says. */
export const limitByWeight = (known: KnownLine, patient: PatientFacts, per: Per) =>
  weighed(known, patient, pairOf(known, patient.ageMonths, per), per);
