import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { LocalText } from '../../clinical/localText.ts';
import { Code } from '../../contract/envelope.ts';
import type { getMedicine, pageMedicines } from '../../contract/extension/medicines.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { stockCorrection } from '../db/schema/catalogues.ts';
import { drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { inOrderOf, isOneOf, pageOf } from '../db/textSearch.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { drugOrder, medicineChangeOf, type Searched, searchedColumns } from '../medicines/searchedMedicines.ts';
import { changedAfter, createCatalogue } from '../search/catalogue.ts';
import { fieldsOf } from './medicineFields.ts';

type Needs = { uow: UnitOfWork; now: () => number; ingredientNames: Readonly<Record<string, LocalText>> };

const shownCorrections = 50;

/** The price that an administrator sees and sets for all warehouses: that of the default one. */
export const pricesOf = async (
  { db, own }: Tenanted,
  drugIds: readonly string[] | null,
): Promise<Map<string, number>> => {
  const rows = await db
    .select({ drugId: drugInventory.drugId, price: drugInventory.price })
    .from(drugInventory)
    .innerJoin(warehouse, eq(warehouse.id, drugInventory.warehouseId))
    .where(own(drugInventory, drugIds === null ? undefined : isOneOf(drugInventory.drugId, drugIds)))
    .orderBy(asc(warehouse.isDefault), desc(warehouse.sort), desc(warehouse.id));
  return new Map(rows.map(({ drugId, price }) => [drugId, price]));
};

async function stockOf({ db, own }: Tenanted, drugIds: readonly string[]) {
  const rows = await db
    .select({ drugId: drugInventory.drugId, stock: sql<number>`sum(${drugInventory.stock})::int` })
    .from(drugInventory)
    .where(own(drugInventory, isOneOf(drugInventory.drugId, drugIds)))
    .groupBy(drugInventory.drugId);
  return new Map(rows.map(({ drugId, stock }) => [drugId, stock]));
}

const shown = (row: typeof drug.$inferSelect, price: number) => ({
  ...fieldsOf(row, price),
  id: row.id,
  revision: row.revision,
  retired: row.disabled,
});

const everything = 'all';

/** The formulary as its administrators see it: retired medicines too, and by the same words as doctors. */
export function createFormulary({ uow, now, ingredientNames }: Needs) {
  const catalogue = createCatalogue<Searched>({
    uow,
    now,
    table: 'drug',
    orderCount: Object.keys(drugOrder).length,
    read: ({ db, own }, after, limit) =>
      db
        .select(searchedColumns)
        .from(drug)
        .where(own(drug, changedAfter(drug, after)))
        .orderBy(asc(drug.revision))
        .limit(limit),
    changeOf: (row) => ({
      ...medicineChangeOf(row, ingredientNames),
      places: [everything, row.disabled ? 'retired' : 'current'],
    }),
  });

  async function page(
    { keyword = '', state, ...query }: RequestOf<typeof pageMedicines>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof pageMedicines>>> {
    const { ids, total } = await catalogue.search(store.tenantId, {
      ...{ typed: keyword, place: state, order: drugOrder[language] },
      ...pageOf(query),
    });
    if (ids.length === 0) return done({ list: [], total });
    const [rows, prices, stock] = await Promise.all([
      store.named(drug, ids),
      pricesOf(store, ids),
      stockOf(store, ids),
    ]);
    const list = inOrderOf(ids, rows, ({ id }) => id).map((row) => ({
      ...shown(row, prices.get(row.id) ?? 0),
      stock: stock.get(row.id) ?? 0,
    }));
    return done({ list, total });
  }

  /** Every warehouse with its packs; one that has none of it yet is listed with none. */
  async function warehousesOf(store: Tenanted, id: string, price: number, language: Language) {
    const { db, own } = store;
    const isItem = and(
      eq(drugInventory.warehouseId, warehouse.id),
      eq(drugInventory.drugId, id),
      store.own(drugInventory),
    );
    const rows = await db
      .select({ place: warehouse, item: drugInventory })
      .from(warehouse)
      .leftJoin(drugInventory, isItem)
      .where(own(warehouse))
      .orderBy(asc(warehouse.sort), asc(warehouse.id));
    return rows.map(({ place, item }) => ({
      warehouseId: place.id,
      name: inLanguage(language, place.name, place.nameEn),
      stock: item?.stock ?? 0,
      price: item?.price ?? price,
    }));
  }

  async function correctionsOf({ db, own }: Tenanted, id: string, language: Language) {
    const rows = await db
      .select({ correction: stockCorrection, name: staff.name, nameEn: staff.nameEn })
      .from(stockCorrection)
      .innerJoin(staff, eq(staff.id, stockCorrection.staffId))
      .where(own(stockCorrection, eq(stockCorrection.drugId, id)))
      .orderBy(desc(stockCorrection.id))
      .limit(shownCorrections);
    return rows.map(({ correction, name, nameEn }) => ({ ...correction, by: inLanguage(language, name, nameEn) }));
  }

  async function one(
    { id }: RequestOf<typeof getMedicine>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof getMedicine>>> {
    const row = await store.first(drug, eq(drug.id, id));
    if (!row) return refused(Code.notFound);
    const price = (await pricesOf(store, [id])).get(id) ?? 0;
    const [warehouses, corrections] = await Promise.all([
      warehousesOf(store, id, price, language),
      correctionsOf(store, id, language),
    ]);
    return done({ medicine: shown(row, price), warehouses, corrections });
  }

  return { page, one };
}
