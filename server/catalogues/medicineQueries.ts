import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { stockCorrection } from '../db/schema/catalogues.ts';
import { drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import { isOneOf } from '../db/textSearch.ts';

const shownCorrections = 50;

/** The medicine with this id, retired or not; null for another hospital's. */
export const findMedicine = (store: HospitalStore, id: string) => store.first(drug, eq(drug.id, id));

/** The medicines with these ids, retired ones too. */
export const medicinesNamed = (store: HospitalStore, ids: readonly string[]) => store.named(drug, ids);

/** The price that an administrator sees and sets for all warehouses: that of the default one. */
export const pricesOf = async (
  { db, own }: HospitalStore,
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

/** The packs of each medicine in all warehouses together. */
export async function stockOf({ db, own }: HospitalStore, drugIds: readonly string[]) {
  const rows = await db
    .select({ drugId: drugInventory.drugId, stock: sql<number>`sum(${drugInventory.stock})::int` })
    .from(drugInventory)
    .where(own(drugInventory, isOneOf(drugInventory.drugId, drugIds)))
    .groupBy(drugInventory.drugId);
  return new Map(rows.map(({ drugId, stock }) => [drugId, stock]));
}

/** Every warehouse with what it has of a medicine; null for one that has none of it yet. */
export function placesWith(store: HospitalStore, drugId: string) {
  const { db, own } = store;
  const isItem = and(eq(drugInventory.warehouseId, warehouse.id), eq(drugInventory.drugId, drugId), own(drugInventory));
  return db
    .select({ place: warehouse, item: drugInventory })
    .from(warehouse)
    .leftJoin(drugInventory, isItem)
    .where(own(warehouse))
    .orderBy(asc(warehouse.sort), asc(warehouse.id));
}

/** The latest corrections of a medicine's stock with their authors, the latest first. */
export const correctionsOf = ({ db, own }: HospitalStore, drugId: string) =>
  db
    .select({ correction: stockCorrection, name: staff.name, nameEn: staff.nameEn })
    .from(stockCorrection)
    .innerJoin(staff, eq(staff.id, stockCorrection.staffId))
    .where(own(stockCorrection, eq(stockCorrection.drugId, drugId)))
    .orderBy(desc(stockCorrection.id))
    .limit(shownCorrections);
