import type { RuleTables } from '../../clinical/checks/tables.ts';
import type { FactValue } from '../../clinical/facts/patientFacts.ts';
import type { LocalText } from '../../clinical/words/localText.ts';

export type AllergenLabels = Pick<RuleTables, 'names' | 'crossAllergy'>;

/** Every allergen with its code and label: groups of ingredients with cross-allergy first, then ingredients. */
export function labelsOf({ names, crossAllergy }: AllergenLabels): ReadonlyMap<string, LocalText> {
  const groups = (crossAllergy ?? []).map(({ code, text }) => [code, text] as const);
  return new Map([...groups, ...Object.entries(names)]);
}

type Tables = {
  ruleTables: AllergenLabels;
  generics: readonly { readonly code: string; readonly name: LocalText }[];
};

/** The label of a coded allergen or medicine; null without a code, and for a code that no table has. */
export type NameOf = (value: FactValue) => LocalText | null;

/** The names of codes by the clinical tables, which are the same for all hospitals. */
export function createNameOf({ ruleTables, generics }: Tables): NameOf {
  const allergens = labelsOf(ruleTables);
  const medicines = new Map(generics.map(({ code, name }) => [code, name]));
  return (value) => {
    if (value.kind === 'allergy' && value.code !== null) return allergens.get(value.code) ?? null;
    if (value.kind === 'medicine' && value.genericCode !== null) return medicines.get(value.genericCode) ?? null;
    return null;
  };
}
