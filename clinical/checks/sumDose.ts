import { type Amount, inUnit } from '../doses/dose.ts';
import { decimal, divide, isAbove, isPositive, type Rational, ratio, times, toText } from '../doses/rational.ts';
import { dosesOnOneDay } from '../doses/regimen.ts';
import { pairOf, weighed } from './byWeight.ts';
import { isSystemic, type Maximum, uncomparedSource } from './doseLimits.ts';
import { type CheckInput, type KnownLine, knownLines, type PatientFacts, type Rule } from './facts.ts';
import type { Finding } from './finding.ts';
import type { IngredientShare, RuleTables } from './tables.ts';
import { aboveTogether, inAll, type Taken, takenAt, together } from './taken.ts';

/** The part of an ingredient in a medicine's strength: all of a single one, its share of a compound; null if unknown. */
export function shareOf(ingredient: string, { medicine }: Taken, shares: readonly IngredientShare[]): Rational | null {
  const share = shares.find((one) => one.generic === medicine.genericCode && one.ingredient === ingredient);
  const [part, of] = [decimal(share?.part ?? 1), decimal(share?.of ?? 1)];
  return (medicine.ingredients.length > 1 && !share) || !part || !of ? null : divide(part, of);
}

/** The ingredient in a day's doses; null if that is unknown. */
function perDay(ingredient: string, unit: string, taken: Taken, shares: readonly IngredientShare[]): Rational | null {
  const part = shareOf(ingredient, taken, shares);
  const dose = inUnit(taken.course.dose, unit, taken.packing);
  return dose.ok && part ? times(times(dose.base, dosesOnOneDay(taken.course) ?? ratio(1)), part) : null;
}

/** The ingredient that a patient has in a day from all medicines of the whole body; null if only one contains it. */
function total(ingredient: string, unit: string, input: CheckInput, shares: readonly IngredientShare[]) {
  const found = together(takenAt('systemic', ingredient, input), (taken) => perDay(ingredient, unit, taken, shares));
  return found.count < 2 ? null : found;
}

type Limit = { ruleCode: 'maxDailyDose' | 'childDailyDose'; amount: Maximum };

const ofTable = (amount: Amount | null | undefined): Maximum | null =>
  amount ? { ...amount, source: uncomparedSource } : null;

/**
 * The daily maximums of an ingredient, the general one and that by weight: those of the medicine which consists of it alone,
 * or of the compound's table.
 */
function limitsOf(
  ingredient: string,
  known: KnownLine,
  patient: PatientFacts,
  shares: readonly IngredientShare[],
): Limit[] {
  const { medicine } = known;
  const share = shares.find((one) => one.generic === medicine.genericCode && one.ingredient === ingredient);
  const isAlone = medicine.ingredients.length === 1;
  const pair = isAlone
    ? pairOf(known, patient.ageMonths, 'day')
    : { general: ofTable(share?.maxDaily), perKg: ofTable(share?.childMaxDailyPerKg), adult: null };
  const { general } = pair;
  const byWeight = weighed(known, patient, pair, 'day');
  return [
    ...(general ? [{ ruleCode: 'maxDailyDose', amount: general } as const] : []),
    ...(byWeight && byWeight !== 'unknown' ? [{ ruleCode: 'childDailyDose', amount: byWeight } as const] : []),
  ];
}

/** An ingredient in a day from all medicines together, with the maximum that it comes closest to; null without one. */
export type DaySum = { taken: string; unit: string; max: string | null };

/** The day's sum of an ingredient in the lines and the patient's other medicines; null if fewer than two are comparable. */
export function daySumOf(ingredient: string, known: KnownLine, input: CheckInput, tables: RuleTables): DaySum | null {
  const { shares } = tables;
  const compared = limitsOf(ingredient, known, input.patient, shares).flatMap(({ amount }) => {
    const [most, sum] = [decimal(amount.value), total(ingredient, amount.unit, input, shares)];
    return most && isPositive(most) && sum
      ? [{ taken: sum.all, most, unit: amount.unit, part: divide(sum.all, most) }]
      : [];
  });
  const [closest] = compared.toSorted((a, b) => (isAbove(b.part, a.part) ? 1 : -1));
  if (closest) return { taken: toText(closest.taken), unit: closest.unit, max: toText(closest.most) };
  const unit = known.medicine.packing.strength?.unit ?? known.line.dose.unit;
  const sum = total(ingredient, unit, input, shares);
  return sum ? { taken: toText(sum.all), unit, max: null } : null;
}

/**
 * The daily maximum, a child's by weight too, counts an ingredient in all lines and in the patient's other medicines together. It is reported at
 * the lines of the ingredient alone, at a compound only without them.
 */
export const sumDailyDose: Rule = (input, { shares, names }: RuleTables) => {
  const lines = knownLines(input).filter(isSystemic);
  const alone = new Set(
    lines.flatMap(({ medicine }) => (medicine.ingredients.length === 1 ? medicine.ingredients : [])),
  );
  const over = (ingredient: string, known: KnownLine): Finding[] => {
    const { medicine, lineIndex } = known;
    if (medicine.ingredients.length > 1 && alone.has(ingredient)) return [];
    return limitsOf(ingredient, known, input.patient, shares).flatMap(({ ruleCode, amount }) => {
      const most = decimal(amount.value);
      const sum = total(ingredient, amount.unit, input, shares);
      if (!most || !sum) return [];
      const params = { drug: inAll(names[ingredient] ?? medicine.name), unit: amount.unit };
      return aboveTogether(ruleCode, sum, most, { lineIndex, params, source: amount.source });
    });
  };
  return lines.flatMap((line) => line.medicine.ingredients.flatMap((ingredient) => over(ingredient, line)));
};
