import { type Amount, inUnit, type Packing } from '../dose.ts';
import { add, decimal, divide, isAbove, isPositive, type Rational, ratio, times, toText } from '../rational.ts';
import { dosesOnOneDay, type Regimen } from '../regimen.ts';
import { isSystemicSite, siteOf } from '../route.ts';
import { pairOf, weighed } from './byWeight.ts';
import { isSystemic, type Maximum } from './doseLimits.ts';
import {
  type CheckInput,
  type KnownLine,
  knownLines,
  type MedicineIdentity,
  type PatientFacts,
  type Rule,
} from './facts.ts';
import { type Finding, hit } from './finding.ts';
import type { IngredientShare, RuleTables } from './tables.ts';

type Taken = { medicine: MedicineIdentity; packing: Packing; course: Regimen; route: string | null };

/** The ingredient in a day's doses: all of a single ingredient, its share of a compound; null if that is unknown. */
function perDay(ingredient: string, unit: string, taken: Taken, shares: readonly IngredientShare[]): Rational | null {
  const { medicine, packing, course } = taken;
  if (!medicine.ingredients.includes(ingredient)) return null;
  const share = shares.find((one) => one.generic === medicine.genericCode && one.ingredient === ingredient);
  const [part, of] = [decimal(share?.part ?? 1), decimal(share?.of ?? 1)];
  if ((medicine.ingredients.length > 1 && !share) || !part || !of) return null;
  const dose = inUnit(course.dose, unit, packing);
  return dose.ok ? times(times(dose.base, dosesOnOneDay(course) ?? ratio(1)), divide(part, of)) : null;
}

/** Whether an amount counts toward the maximum of the whole body: a cream does not add to a tablet. */
const isAbsorbed = ({ medicine, route }: Taken): boolean => isSystemicSite(siteOf(medicine.dosageForm, route));

const linesOf = (input: CheckInput): Taken[] =>
  knownLines(input)
    .map(({ line, medicine }): Taken => ({ medicine, packing: medicine.packing, course: line, route: line.route }))
    .filter(isAbsorbed);

const sum = (amounts: readonly Rational[]) => amounts.reduce(add, ratio(0));

/**
 * The ingredient that a patient has in a day from all medicines, or null if only one contains it. A line that renews an
 * earlier prescription, the same medicine in the same form, replaces it, so of both the larger counts.
 */
function total(ingredient: string, unit: string, input: CheckInput, shares: readonly IngredientShare[]) {
  const lines = linesOf(input);
  const earlier = (input.active ?? []).flatMap((medicine): Taken[] =>
    medicine.course
      ? [
          { medicine, packing: medicine.course.packing, course: medicine.course, route: medicine.course.route ?? null },
        ].filter(isAbsorbed)
      : [],
  );
  const renewable = ({ medicine }: Taken) => `${medicine.genericCode} ${medicine.dosageForm}`;
  const amounts = (of: readonly Taken[], medicine: string) =>
    of
      .filter((taken) => renewable(taken) === medicine)
      .flatMap((taken) => perDay(ingredient, unit, taken, shares) ?? []);
  const medicines = [...new Set([...lines, ...earlier].map(renewable))];
  const found = medicines.map((medicine) => {
    const [now, before] = [amounts(lines, medicine), amounts(earlier, medicine)];
    return { count: Math.max(now.length, before.length), now: sum(now), before: sum(before) };
  });
  if (found.reduce((count, one) => count + one.count, 0) < 2) return null;
  return sum(found.map(({ now, before }) => (isAbove(before, now) ? before : now)));
}

type Limit = { ruleCode: 'maxDailyDose' | 'childDailyDose'; amount: Maximum };

const ofTable = (amount: Amount | null | undefined): Maximum | null =>
  amount ? { ...amount, source: 'Drug table' } : null;

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
  const held = limitsOf(ingredient, known, input.patient, shares).flatMap(({ amount }) => {
    const [most, taken] = [decimal(amount.value), total(ingredient, amount.unit, input, shares)];
    return most && isPositive(most) && taken ? [{ taken, most, unit: amount.unit, part: divide(taken, most) }] : [];
  });
  const [closest] = held.toSorted((a, b) => (isAbove(b.part, a.part) ? 1 : -1));
  if (closest) return { taken: toText(closest.taken), unit: closest.unit, max: toText(closest.most) };
  const unit = known.medicine.packing.strength?.unit ?? known.line.dose.unit;
  const taken = total(ingredient, unit, input, shares);
  return taken ? { taken: toText(taken), unit, max: null } : null;
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
      const taken = total(ingredient, amount.unit, input, shares);
      if (!most || !taken || !isAbove(taken, most)) return [];
      const level = isAbove(taken, times(most, ratio(2))) ? 'block' : 'warn';
      const name = names[ingredient] ?? medicine.name;
      const all = { en: `${name.en} in all medicines together`, zh: `${name.zh}（各药合计）` };
      const params = { drug: all, taken: toText(taken), max: toText(most), unit: amount.unit };
      return [hit(ruleCode, { level, lineIndex, params, source: amount.source })];
    });
  };
  return lines.flatMap((line) => line.medicine.ingredients.flatMap((ingredient) => over(ingredient, line)));
};
