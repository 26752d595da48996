import { inUnit, type Packing } from '../dose.ts';
import { add, decimal, divide, isAbove, type Rational, ratio, times, toText } from '../rational.ts';
import type { Regimen } from '../regimen.ts';
import { type CheckInput, type DrugFacts, type DrugIdentity, type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit } from './finding.ts';
import { bandOf, dosesOnOneDay } from './maxDose.ts';
import type { IngredientShare, RuleTables } from './tables.ts';

type Taken = { drug: DrugIdentity; packing: Packing; course: Regimen };

/** The ingredient in a day's doses: all of a single ingredient, its share of a compound; null if that is unknown. */
function perDay(ingredient: string, unit: string, taken: Taken, shares: readonly IngredientShare[]): Rational | null {
  const { drug, packing, course } = taken;
  if (!drug.ingredients.includes(ingredient)) return null;
  const share = shares.find((one) => one.generic === drug.genericCode && one.ingredient === ingredient);
  const [part, of] = [decimal(share?.part ?? 1), decimal(share?.of ?? 1)];
  if ((drug.ingredients.length > 1 && !share) || !part || !of) return null;
  const dose = inUnit(course.dose, unit, packing);
  return dose.ok ? times(times(dose.base, dosesOnOneDay(course) ?? ratio(1)), divide(part, of)) : null;
}

const sum = (amounts: readonly Rational[]) => amounts.reduce(add, ratio(0));

/**
 * The ingredient that a patient has in a day from all medicines, or null if only one contains it. A line that renews an
 * earlier prescription replaces it, so of both the larger counts.
 */
function total(ingredient: string, unit: string, input: CheckInput, shares: readonly IngredientShare[]) {
  const lines = knownLines(input).map(({ line, drug }): Taken => ({ drug, packing: drug.packing, course: line }));
  const earlier = (input.active ?? []).flatMap((drug): Taken[] =>
    drug.course ? [{ drug, packing: drug.course.packing, course: drug.course }] : [],
  );
  const amounts = (of: readonly Taken[], generic: string) =>
    of
      .filter(({ drug }) => drug.genericCode === generic)
      .flatMap((taken) => perDay(ingredient, unit, taken, shares) ?? []);
  const generics = [...new Set([...lines, ...earlier].map(({ drug }) => drug.genericCode))];
  const found = generics.map((generic) => {
    const [now, before] = [amounts(lines, generic), amounts(earlier, generic)];
    return { count: Math.max(now.length, before.length), now: sum(now), before: sum(before) };
  });
  if (found.reduce((count, one) => count + one.count, 0) < 2) return null;
  return sum(found.map(({ now, before }) => (isAbove(before, now) ? before : now)));
}

/** The daily maximum of an ingredient: that of the drug which consists of it alone, or of the compound's table. */
const limitOf = (ingredient: string, drug: DrugFacts, ageMonths: number | null, shares: readonly IngredientShare[]) =>
  drug.ingredients.length === 1
    ? (bandOf(drug, ageMonths)?.maxDaily ?? drug.maxDailyDose)
    : shares.find((one) => one.generic === drug.genericCode && one.ingredient === ingredient)?.maxDaily;

/**
 * The daily maximum counts an ingredient in all lines and in the patient's other medicines together. It is reported at
 * the lines of the ingredient alone, at a compound only without them.
 */
export const sumDailyDose: Rule = (input, { shares, names }: RuleTables) => {
  const lines = knownLines(input);
  const alone = new Set(lines.flatMap(({ drug }) => (drug.ingredients.length === 1 ? drug.ingredients : [])));
  const over = (ingredient: string, { drug, lineIndex }: KnownLine): Finding[] => {
    if (drug.ingredients.length > 1 && alone.has(ingredient)) return [];
    const limit = limitOf(ingredient, drug, input.patient.ageMonths, shares);
    const most = decimal(limit?.value ?? '');
    const taken = limit && total(ingredient, limit.unit, input, shares);
    if (!limit || !most || !taken || !isAbove(taken, most)) return [];
    const level = isAbove(taken, times(most, ratio(2))) ? 'block' : 'warn';
    const name = names[ingredient] ?? drug.name;
    const all = { en: `${name.en} in all medicines together`, zh: `${name.zh}（各药合计）` };
    const params = { drug: all, taken: toText(taken), max: toText(most), unit: limit.unit };
    return [hit('maxDailyDose', { level, lineIndex, params, source: 'Drug table' })];
  };
  return lines.flatMap((line) => line.drug.ingredients.flatMap((ingredient) => over(ingredient, line)));
};
