import type { LocalText } from '../../clinical/words/localText.ts';
import type { Language } from '../accounts/caller.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { createCatalogue } from '../search/catalogue.ts';
import { spellings } from '../search/pinyin.ts';
import type { Entry } from '../search/textIndex.ts';
import { medicinesChangedAfter } from './queries.ts';

type Searched = Awaited<ReturnType<typeof medicinesChangedAfter>>[number];

/** Names of ingredients in both languages, by their codes. */
type IngredientNames = Readonly<Record<string, LocalText>>;

/** The order in which medicines are listed: by pinyin in Chinese, by the English name in English. */
export const medicineOrder = { 'zh-CN': 0, en: 1 } as const satisfies Record<Language, number>;

/** The places of a medicine: its warehouses while it is prescribed, and the states by which administrators list it. */
const placesOf = ({ disabled, warehouses }: Searched) =>
  disabled ? ['all', 'retired'] : ['all', 'current', ...warehouses.split(' ')];

/** The searchable fields of a medicine: names in both languages, brand, spellings, ingredients, ATC and product code. */
function entryOf(row: Searched, ingredientNames: IngredientNames): Entry {
  const { id, name, nameEn, tradeName, tradeNameEn, pinyin, searchText, atc, code, ingredients } = row;
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
    places: placesOf(row),
  };
}

export type MedicineIndexNeeds = { uow: UnitOfWork; now: () => number; ingredientNames: IngredientNames };

/**
 * Finds medicines by the same words for doctors and administrators. Doctors search one warehouse, which has no retired
 * medicine; administrators search all of them, or those in a state.
 */
export const createMedicineIndex = ({ uow, now, ingredientNames }: MedicineIndexNeeds) =>
  createCatalogue<Searched>({
    uow,
    now,
    table: 'drug',
    orderCount: Object.keys(medicineOrder).length,
    read: medicinesChangedAfter,
    changeOf: (row) => entryOf(row, ingredientNames),
  });

export type MedicineIndex = ReturnType<typeof createMedicineIndex>;
