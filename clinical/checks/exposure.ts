import { isLocalSite, siteOf } from '../doses/route.ts';
import type { LocalText } from '../words/localText.ts';
import type { MedicineIdentity } from './facts.ts';
import type { IngredientProperties } from './properties.ts';

/** Whether a product acts where it is applied, such as a cream or eye drops. An unknown form counts as systemic. */
export const isLocal = (dosageForm: string): boolean => isLocalSite(siteOf(dosageForm));

/** Whether two products act at the same place. A nasal spray and an inhaler of one class are both needed by many. */
export function actAtSamePlace(one: MedicineIdentity, other: MedicineIdentity): boolean {
  const [a, b] = [siteOf(one.dosageForm), siteOf(other.dosageForm)];
  if (a === b) return true;
  const areBoth = [a, b];
  return !areBoth.some(isLocalSite) && areBoth.includes('systemic');
}

/** An ingredient in the blood of the patient, with its name. */
export type Exposure = { readonly name: LocalText; readonly properties: IngredientProperties };

/** Whether anything of a medicine reaches the blood in an amount that matters. */
export const isAbsorbed = (
  medicine: MedicineIdentity,
  properties: ReadonlyMap<string, IngredientProperties>,
): boolean =>
  !isLocal(medicine.dosageForm) || medicine.ingredients.some((code) => properties.get(code)?.absorbedLocally);

/** The ingredients of a medicine that reach the blood in an amount that matters, as far as the table knows them. */
export const exposuresOf = (
  medicine: MedicineIdentity,
  properties: ReadonlyMap<string, IngredientProperties>,
  names: Readonly<Record<string, LocalText>>,
): readonly Exposure[] =>
  medicine.ingredients.flatMap((code) => {
    const known = properties.get(code);
    if (!known || (isLocal(medicine.dosageForm) && !known.absorbedLocally)) return [];
    return [{ name: names[code] ?? medicine.name, properties: known }];
  });
