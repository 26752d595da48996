import { sql } from 'drizzle-orm';
import type { LocalText } from '../../clinical/localText.ts';
import type { Language } from '../accounts/caller.ts';
import { drug } from '../db/schema/drugs.ts';
import { spellings } from '../search/pinyin.ts';
import type { Entry } from '../search/textIndex.ts';

const warehousesOf = sql<string>`coalesce((select string_agg(i.warehouse_id::text, ' ') from drug_inventory i where i.tenant_id = drug.tenant_id and i.drug_id = drug.id), '')`;

/** The columns by which medicines are found. */
export const searchedColumns = {
  id: drug.id,
  revision: drug.revision,
  disabled: drug.disabled,
  code: drug.code,
  atc: drug.atc,
  name: drug.name,
  nameEn: drug.nameEn,
  tradeName: drug.tradeName,
  tradeNameEn: drug.tradeNameEn,
  pinyin: drug.pinyin,
  searchText: drug.searchText,
  ingredients: drug.ingredients,
  warehouses: warehousesOf,
};
export type Searched = Pick<typeof drug.$inferSelect, Exclude<keyof typeof searchedColumns, 'warehouses'>> & {
  warehouses: string;
};

/** Names of ingredients in both languages, by their codes. */
export type IngredientNames = Readonly<Record<string, LocalText>>;

/** The order in which medicines are listed: by pinyin in Chinese, by the English name in English. */
export const drugOrder = { 'zh-CN': 0, en: 1 } as const satisfies Record<Language, number>;

/** The searchable fields of a medicine: names in both languages, brand, spellings, ingredients, ATC and product code. */
export function medicineChangeOf(row: Searched, ingredientNames: IngredientNames): Entry {
  const { id, name, nameEn, tradeName, tradeNameEn, pinyin, searchText, atc, code, ingredients, warehouses } = row;
  const ingredientWords = ingredients.flatMap((one) => [one, ...Object.values(ingredientNames[one] ?? {})]);
  const chinese = [name, tradeName ?? '', ...searchText.split(' ')];
  return {
    id,
    sortKeys: [pinyin || spellings(name)[1] || name, nameEn || name].map(
      (word) => `${word.toLowerCase()} ${id.padStart(19, '0')}`,
    ),
    fields: [
      ...[name, nameEn, tradeName, tradeNameEn, pinyin, searchText, atc, code, ...ingredientWords],
      ...chinese.flatMap(spellings),
    ],
    places: warehouses.split(' '),
  };
}
