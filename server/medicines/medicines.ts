import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { findDrugInventory, getDrugInventory, searchDrugs } from '../../contract/http/drugs.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done } from '../db/outcome.ts';
import { drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { inOrderOf, isOneOf, pageOf } from '../db/textSearch.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { changedAfter, createCatalogue } from '../search/catalogue.ts';
import { medicineOnWire } from './medicineView.ts';
import {
  drugOrder,
  type IngredientNames,
  medicineChangeOf,
  type Searched,
  searchedColumns,
} from './searchedMedicines.ts';

type Search = z.output<(typeof searchDrugs)['body']>;
type StockQuery = z.output<(typeof getDrugInventory)['body']>;
export type MedicineNeeds = { uow: UnitOfWork; now: () => number; ingredientNames: IngredientNames };

/** The medicines that can be prescribed, with their stock. Nothing here belongs to a patient. */
export function createMedicines({ uow, now, ingredientNames }: MedicineNeeds) {
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
    changeOf: (row) => (row.disabled ? { id: row.id, fields: null } : medicineChangeOf(row, ingredientNames)),
  });

  const selectListed = (store: Tenanted, ...conditions: (SQL | undefined)[]) => {
    const { db, own } = store;
    const sameMedicine = and(eq(drug.id, drugInventory.drugId), eq(drug.tenantId, drugInventory.tenantId));
    return db
      .select({ product: drug, item: drugInventory })
      .from(drugInventory)
      .innerJoin(drug, sameMedicine)
      .where(own(drugInventory, eq(drug.disabled, false), ...conditions));
  };

  return {
    async warehouses(_: unknown, { store: { tenantId, db, own }, language }: CallContext) {
      catalogue.prepare(tenantId);
      const rows = await db
        .select()
        .from(warehouse)
        .where(own(warehouse))
        .orderBy(asc(warehouse.sort), asc(warehouse.id));
      const list = rows.map(({ id, name, nameEn, type, isDefault }) => ({
        id,
        type,
        isDefault,
        name: inLanguage(language, name, nameEn),
      }));
      return done(list);
    },

    /** Searches names in memory; current stock and price are read only for the rows of the page. */
    async search({ warehouseId, keyword = '', ...page }: Search, { store, language }: CallContext) {
      const wanted = { typed: keyword, place: warehouseId, order: drugOrder[language], ...pageOf(page) };
      const { ids } = await catalogue.search(store.tenantId, wanted);
      if (ids.length === 0) return done([]);
      const [items, products] = await Promise.all([
        store.rows(drugInventory, eq(drugInventory.warehouseId, warehouseId), isOneOf(drugInventory.drugId, ids)),
        store.named(drug, ids, eq(drug.disabled, false)),
      ]);
      const productOf = new Map(products.map((product) => [product.id, product]));
      const list = inOrderOf(ids, items, ({ drugId }) => drugId).flatMap((item) => {
        const product = productOf.get(item.drugId);
        return product ? [medicineOnWire({ product, item }, language)] : [];
      });
      return done(list);
    },

    async stock({ warehouseId, drugIds }: StockQuery, { store }: CallContext) {
      const isAsked = [eq(drugInventory.warehouseId, warehouseId), inArray(drugInventory.drugId, drugIds)];
      const rows = await store.rows(drugInventory, ...isAsked);
      const list = rows.map(({ id, drugId, stock, price, status }) => ({
        inventoryId: id,
        drugId,
        stock,
        price,
        status,
      }));
      return done(list);
    },

    async everywhere({ id }: RequestOf<typeof findDrugInventory>, { store, language }: CallContext) {
      const rows = await selectListed(store, eq(drug.id, id)).orderBy(asc(drugInventory.warehouseId));
      return done(rows.map((row) => medicineOnWire(row, language)));
    },
  };
}
