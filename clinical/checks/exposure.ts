import type { LocalText } from '../localText.ts';
import { isLocalSite, siteOf } from '../route.ts';
import type { DrugIdentity } from './facts.ts';
import type { IngredientProperties } from './properties.ts';

/** Whether a product acts where it is applied, such as a cream or eye drops. An unknown form counts as systemic. */
export const isLocal = (dosageForm: string): boolean => isLocalSite(siteOf(dosageForm));

/** Whether two products act at the same place. A nasal spray and an inhaler of one class are both needed by many. */
export function actAtSamePlace(one: DrugIdentity, other: DrugIdentity): boolean {
  const [a, b] = [siteOf(one.dosageForm), siteOf(other.dosageForm)];
  if (a === b) return true;
  const areBoth = [a, b];
  return !areBoth.some(isLocalSite) && areBoth.includes('systemic');
}

/** An ingredient in the blood of the patient, with its name. */
export type Exposure = { readonly name: LocalText; readonly properties: IngredientProperties };

/** Whether anything of a drug reaches the blood in an amount that matters. */
export const isAbsorbed = (drug: DrugIdentity, properties: ReadonlyMap<string, IngredientProperties>): boolean =>
  !isLocal(drug.dosageForm) || drug.ingredients.some((code) => properties.get(code)?.absorbedLocally);

/** The ingredients of a drug that reach the blood in an amount that matters, as far as the table knows them. */
export const exposuresOf = (
  drug: DrugIdentity,
  properties: ReadonlyMap<string, IngredientProperties>,
  names: Readonly<Record<string, LocalText>>,
): readonly Exposure[] =>
  drug.ingredients.flatMap((code) => {
    const known = properties.get(code);
    if (!known || (isLocal(drug.dosageForm) && !known.absorbedLocally)) return [];
    return [{ name: names[code] ?? drug.name, properties: known }];
  });
