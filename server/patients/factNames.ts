import type { LocalText, RuleTables } from '../../clinical/checks/tables.ts';
import type { FactValue } from '../../clinical/patientFacts.ts';

export type AllergenLabels = Pick<RuleTables, 'names' | 'crossAllergy'>;

/** Every allergen with its code and label: groups of ingredients with cross-allergy first, then ingredients. */
export function labelsOf({ names, crossAllergy }: AllergenLabels): ReadonlyMap<string, LocalText> {
  const groups = (crossAllergy ?? []).map(({ code, text }) => [code, text] as const);
  return new Map([...groups, ...Object.entries(names)]);
}

type Names = { allergens: ReadonlyMap<string, LocalText>; generics: ReadonlyMap<string, LocalText> };
let names: Names = { allergens: new Map(), generics: new Map() };

type Tables = {
  ruleTables: AllergenLabels;
  generics: readonly { readonly code: string; readonly name: LocalText }[];
};

/** Gives the names of codes, which are the same for all hospitals, once when the platform starts. */
export function setFactNames({ ruleTables, generics }: Tables): void {
  names = { allergens: labelsOf(ruleTables), generics: new Map(generics.map(({ code, name }) => [code, name])) };
}

/** The label of a coded allergen or medicine; null without a code, and for a code that no table has. */
export function factName(value: FactValue): LocalText | null {
  if (value.kind === 'allergy' && value.code !== null) return names.allergens.get(value.code) ?? null;
  if (value.kind === 'medicine' && value.genericCode !== null) return names.generics.get(value.genericCode) ?? null;
  return null;
}
