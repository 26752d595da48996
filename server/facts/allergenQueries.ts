import { isNotNull } from 'drizzle-orm';
import {
  type AllergenName,
  namesOfIngredient,
  otherMedicine,
  otherMedicineNames,
} from '../../clinical/allergies/allergenNames.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { drug } from '../db/schema/drugs.ts';
import { type AllergenLabels, labelsOf } from '../patients/factNames.ts';

export type AllergenTables = {
  readonly ruleTables: AllergenLabels & Pick<RuleTables, 'growth'>;
  /** Words by which people name an allergen, besides its label: synonyms, brands and abbreviations. */
  readonly allergenWords: readonly { code: string; words: readonly string[] }[];
  /** Generics of the tables; one with an allergen's code lends it its names and pinyin initials. */
  readonly generics: readonly GenericName[];
};

type Named = Pick<typeof drug.$inferSelect, 'tradeName' | 'tradeNameEn' | 'ingredients' | 'genericCode'>;

/** The hospital's brands by codes of their product; a compound's brand names each of its ingredients. */
async function brandsOf(store: HospitalStore, codesOf: (product: Named) => readonly string[]) {
  const { tradeName, tradeNameEn, ingredients, genericCode } = drug;
  const products = await store.db
    .selectDistinct({ tradeName, tradeNameEn, ingredients, genericCode })
    .from(drug)
    .where(store.own(drug, isNotNull(tradeName)));
  const brands = new Map<string, string[]>();
  for (const product of products) {
    const names = [product.tradeName, product.tradeNameEn].flatMap((name) => (name ? [name] : []));
    for (const code of codesOf(product)) brands.set(code, [...(brands.get(code) ?? []), ...names]);
  }
  return brands;
}

export type GenericName = { readonly code: string; readonly name: LocalText; readonly pinyin: string };

/** Pinyin initials of four or five letters are words; shorter ones mean too much, longer ones nobody types. */
const namesOfGeneric = ({ name, pinyin }: GenericName): readonly string[] => [
  name.en,
  name.zh,
  ...(pinyin.length === 4 || pinyin.length === 5 ? [pinyin] : []),
];

/** The names of medicines that are none of the tables. */
const othersIn = (allergenWords: AllergenTables['allergenWords']): AllergenName =>
  otherMedicineNames(allergenWords.find(({ code }) => code === otherMedicine)?.words ?? []);

/** Every generic medicine with the words that name it: its names, pinyin initials and the hospital's brands. */
export async function genericNames(
  store: HospitalStore,
  { generics, allergenWords }: Pick<AllergenTables, 'generics' | 'allergenWords'>,
): Promise<readonly AllergenName[]> {
  const brands = await brandsOf(store, ({ genericCode }) => [genericCode]);
  const own = generics.map(({ code, name, pinyin }) => ({
    code,
    label: name,
    words: [name.en, name.zh, pinyin, ...(brands.get(code) ?? [])],
  }));
  return [...own, othersIn(allergenWords)];
}

/** The allergens that the checks know, with the hospital's brands of one ingredient. */
export function createAllergens({ ruleTables, allergenWords, generics }: AllergenTables) {
  const labels = labelsOf(ruleTables);
  const lent = new Map(generics.map((one) => [one.code, namesOfGeneric(one)]));
  const words = new Map(allergenWords.map(({ code, words }) => [code, words]));

  return {
    isCode: (code: string): boolean => labels.has(code),
    async namesFor(store: HospitalStore): Promise<readonly AllergenName[]> {
      const brands = await brandsOf(store, ({ ingredients }) => ingredients);
      const own = [...labels].map(([code, label]) => ({
        code,
        label,
        words: [
          ...namesOfIngredient(code, label),
          ...(lent.get(code) ?? []),
          ...(words.get(code) ?? []),
          ...(brands.get(code) ?? []),
        ],
      }));
      return [...own, othersIn(allergenWords)];
    },
  };
}

export type Allergens = ReturnType<typeof createAllergens>;
