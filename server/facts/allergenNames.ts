import { isNotNull } from 'drizzle-orm';
import { type AllergenName, namesOfIngredient } from '../../clinical/allergenNames.ts';
import type { LocalText, RuleTables } from '../../clinical/checks/tables.ts';
import { drug } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { type AllergenLabels, labelsOf } from '../patients/factNames.ts';

export type AllergenTables = {
  readonly ruleTables: AllergenLabels & Pick<RuleTables, 'growth'>;
  /** Words by which people name an allergen, besides its label: synonyms, brands and abbreviations. */
  readonly allergenWords: readonly { code: string; words: readonly string[] }[];
};

type Named = Pick<typeof drug.$inferSelect, 'tradeName' | 'tradeNameEn' | 'ingredients' | 'genericCode'>;

/** The hospital's brands by a code of their product; a product without a code is left out. */
async function brandsOf(store: Tenanted, codeOf: (product: Named) => string | undefined) {
  const { tradeName, tradeNameEn, ingredients, genericCode } = drug;
  const products = await store.db
    .selectDistinct({ tradeName, tradeNameEn, ingredients, genericCode })
    .from(drug)
    .where(store.own(drug, isNotNull(tradeName)));
  const brands = new Map<string, string[]>();
  for (const product of products) {
    const code = codeOf(product);
    const names = [product.tradeName, product.tradeNameEn].flatMap((name) => (name ? [name] : []));
    if (code !== undefined) brands.set(code, [...(brands.get(code) ?? []), ...names]);
  }
  return brands;
}

export type GenericName = { readonly code: string; readonly name: LocalText; readonly pinyin: string };

/** Every generic medicine with the words that name it: its names, pinyin initials and the hospital's brands. */
export async function genericNames(
  store: Tenanted,
  generics: readonly GenericName[],
): Promise<readonly AllergenName[]> {
  const brands = await brandsOf(store, ({ genericCode }) => genericCode);
  return generics.map(({ code, name, pinyin }) => ({
    code,
    label: name,
    words: [name.en, name.zh, pinyin, ...(brands.get(code) ?? [])],
  }));
}

/** The allergens that the checks know, with the hospital's brands of one ingredient. */
export function createAllergens({ ruleTables, allergenWords }: AllergenTables) {
  const labels = labelsOf(ruleTables);
  const words = new Map(allergenWords.map(({ code, words }) => [code, words]));

  return {
    isCode: (code: string): boolean => labels.has(code),
    async namesFor(store: Tenanted): Promise<readonly AllergenName[]> {
      const brands = await brandsOf(store, ({ ingredients: [only, second] }) =>
        second === undefined ? only : undefined,
      );
      return [...labels].map(([code, label]) => ({
        code,
        label,
        words: [...namesOfIngredient(code, label), ...(words.get(code) ?? []), ...(brands.get(code) ?? [])],
      }));
    },
  };
}
