import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Staff } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { diagnosis, doctorDisease, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import { isOneOf } from '../db/textSearch.ts';
import { changedAfter } from '../search/catalogue.ts';

const warehousesOf = sql<string>`coalesce((select string_agg(i.warehouse_id::text, ' ') from drug_inventory i where i.tenant_id = drug.tenant_id and i.drug_id = drug.id), '')`;

/** The columns by which medicines are found. */
const searchedMedicine = {
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

/** The medicines that were changed after a revision, in the order of their changes. */
export const medicinesChangedAfter = ({ db, own }: HospitalStore, revision: number, limit: number) =>
  db
    .select(searchedMedicine)
    .from(drug)
    .where(own(drug, changedAfter(drug, revision)))
    .orderBy(asc(drug.revision))
    .limit(limit);

/** The columns by which diagnoses are found. */
const searchedDiagnosis = {
  id: diagnosis.id,
  revision: diagnosis.revision,
  disabled: diagnosis.disabled,
  code: diagnosis.code,
  pinyin: diagnosis.pinyin,
  name: diagnosis.name,
  nameEn: diagnosis.nameEn,
  searchText: diagnosis.searchText,
};

/** The diagnoses that were changed after a revision, in the order of their changes. */
export const diagnosesChangedAfter = ({ db, own }: HospitalStore, revision: number, limit: number) =>
  db
    .select(searchedDiagnosis)
    .from(diagnosis)
    .where(own(diagnosis, changedAfter(diagnosis, revision)))
    .orderBy(asc(diagnosis.revision))
    .limit(limit);

/** The hospital's warehouses in their order. */
export const warehousesInOrder = ({ db, own }: HospitalStore) =>
  db.select().from(warehouse).where(own(warehouse)).orderBy(asc(warehouse.sort), asc(warehouse.id));

/** What a warehouse has of these medicines. */
export const itemsOf = (store: HospitalStore, warehouseId: string, drugIds: readonly string[]) =>
  store.rows(drugInventory, eq(drugInventory.warehouseId, warehouseId), isOneOf(drugInventory.drugId, drugIds));

/** What a warehouse has of these medicines, with those of them that are still prescribed. */
export async function listedItems(store: HospitalStore, warehouseId: string, drugIds: readonly string[]) {
  const [items, products] = await Promise.all([
    itemsOf(store, warehouseId, drugIds),
    store.named(drug, drugIds, eq(drug.disabled, false)),
  ]);
  const productOf = new Map(products.map((product) => [product.id, product]));
  return items.flatMap((item) => {
    const product = productOf.get(item.drugId);
    return product ? [{ product, item }] : [];
  });
}

/** A medicine that is still prescribed, in every warehouse that has it. */
export function itemsEverywhere({ db, own }: HospitalStore, drugId: string) {
  const sameMedicine = and(eq(drug.id, drugInventory.drugId), eq(drug.tenantId, drugInventory.tenantId));
  return db
    .select({ product: drug, item: drugInventory })
    .from(drugInventory)
    .innerJoin(drug, sameMedicine)
    .where(own(drugInventory, eq(drug.disabled, false), eq(drug.id, drugId)))
    .orderBy(asc(drugInventory.warehouseId));
}

/** The diagnoses with these ids, retired ones too. */
export const diagnosesNamed = (store: HospitalStore, ids: readonly string[]) => store.named(diagnosis, ids);

/** The person's favourite diagnoses that the list still has, the latest first. */
export function favouriteDiagnoses({ db, own }: HospitalStore, by: Staff) {
  const sameDiagnosis = and(
    eq(diagnosis.id, doctorDisease.diseaseWesternId),
    eq(diagnosis.tenantId, doctorDisease.tenantId),
  );
  return db
    .select({ row: diagnosis, favouriteId: doctorDisease.id })
    .from(doctorDisease)
    .innerJoin(diagnosis, sameDiagnosis)
    .where(own(doctorDisease, eq(doctorDisease.doctorId, by.id), eq(diagnosis.disabled, false)))
    .orderBy(desc(doctorDisease.createTime), desc(doctorDisease.id));
}
