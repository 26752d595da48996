import { type CheckInput, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { CrossAllergyGroup, RuleTables } from './tables.ts';

const source = 'Allergy table';

/** Ingredients that one allergen excludes: itself, its group members, and the members of related groups. */
function reachOf(allergen: string, groups: readonly CrossAllergyGroup[]) {
  const own = groups.filter(({ code, ingredients }) => code === allergen || ingredients.includes(allergen));
  const related = groups.filter(({ code }) => own.some((group) => group.related.includes(code)));
  return {
    same: new Set([allergen, ...own.flatMap(({ ingredients }) => ingredients)]),
    related: new Set(related.flatMap(({ ingredients }) => ingredients)),
  };
}

function againstOne(
  allergen: string,
  groups: readonly CrossAllergyGroup[],
  input: CheckInput,
  tables: RuleTables,
): Finding[] {
  const group = groups.find(({ code }) => code === allergen);
  const text = group?.text ?? (Object.hasOwn(tables.names, allergen) ? tables.names[allergen] : null);
  if (!text) return [unavailable('allergy', 'allergenUnknown', null, { allergen })];
  const reach = reachOf(allergen, groups);
  return knownLines(input).flatMap(({ medicine, lineIndex }): Finding[] => {
    const parts = { lineIndex, params: { drug: medicine.name, allergen }, text, source: group?.source ?? source };
    if (medicine.ingredients.some((one) => reach.same.has(one))) return [hit('allergy', { level: 'block', ...parts })];
    if (medicine.ingredients.some((one) => reach.related.has(one)))
      return [hit('allergyRelated', { level: 'warn', ...parts })];
    return [];
  });
}

/**
 * Finds medicines with an ingredient that matches or is related to one of the patient's allergens. Each allergen is judged
 * alone.
 */
export const allergy: Rule = (input, tables) => {
  const { allergens, allergiesAsked, uncodedAllergies } = input.patient;
  const unknown = [
    ...(allergiesAsked ? [] : [unavailable('allergy', 'allergiesNotAsked')]),
    ...uncodedAllergies.map((quote) => unavailable('allergy', 'allergyNotCoded', null, { quote })),
  ];
  const groups = tables.crossAllergy;
  if (!groups) return [...unknown, unavailable('allergy', 'tableMissing')];
  return [...unknown, ...[...new Set(allergens)].flatMap((one) => againstOne(one, groups, input, tables))];
};
