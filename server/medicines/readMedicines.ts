import type * as contract from '../../contract/http/drugs.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import { type MedicineIndex, medicineOrder } from './medicineIndex.ts';
import { itemsEverywhere, itemsOf, listedItems, warehousesInOrder } from './queries.ts';
import { medicineOnWire, stockOnWire, warehouseOnWire } from './wire.ts';

export type MedicineNeeds = { medicineIndex: MedicineIndex };

/** The warehouses; a search for medicines follows, so its index is prepared. */
export const readWarehouses =
  ({ medicineIndex }: MedicineNeeds) =>
  async (
    _: unknown,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.listWarehouses>>> => {
    medicineIndex.prepare(store.hospitalId);
    return done((await warehousesInOrder(store)).map((row) => warehouseOnWire(row, language)));
  };

/** Searches names in memory; current stock and price are read only for the rows of the page. */
export const searchMedicines =
  ({ medicineIndex }: MedicineNeeds) =>
  async (
    { warehouseId, keyword = '', ...page }: RequestOf<typeof contract.searchDrugs>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReturnType<typeof medicineOnWire>[]>> => {
    const wanted = { typed: keyword, place: warehouseId, order: medicineOrder[language], ...pageOf(page) };
    const { ids } = await medicineIndex.search(store.hospitalId, wanted);
    if (ids.length === 0) return done([]);
    const found = inOrderOf(ids, await listedItems(store, warehouseId, ids), ({ item }) => item.drugId);
    return done(found.map((row) => medicineOnWire(row, language)));
  };

/** Present stock and price of medicines in a warehouse. */
export const readStock = async (
  { warehouseId, drugIds }: RequestOf<typeof contract.getDrugInventory>,
  { store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.getDrugInventory>>> =>
  done((await itemsOf(store, warehouseId, drugIds)).map(stockOnWire));

/** One medicine in every warehouse that has it. */
export const readEverywhere = async (
  { id }: RequestOf<typeof contract.findDrugInventory>,
  { store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.findDrugInventory>>> =>
  done((await itemsEverywhere(store, id)).map((row) => medicineOnWire(row, language)));
