import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { CatalogueKind } from '../../contract/extension/catalogueFiles.ts';
import type { Staff } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { catalogueImport } from '../db/schema/catalogues.ts';
import { diagnosis, drug } from '../db/schema/drugs.ts';
import { dictData } from '../db/schema/tenants.ts';
import { fieldsOfDiagnosis } from './diagnosisFields.ts';
import { fieldsOf } from './medicineFields.ts';
import { pricesOf } from './medicineQueries.ts';
import type { Stored } from './planImport.ts';

/** The entries of all dictionaries in their order. */
export const dictionaryEntries = ({ db, own }: HospitalStore) =>
  db.select().from(dictData).where(own(dictData)).orderBy(asc(dictData.sort), asc(dictData.id));

const tableOf = { medicines: drug, diagnoses: diagnosis } as const;

/** The number of the last change of this hospital's rows. */
export async function revisionOf({ db, own }: HospitalStore, kind: CatalogueKind): Promise<number> {
  const table = tableOf[kind];
  const [row] = await db
    .select({ revision: sql<string>`coalesce(max(${table.revision}), 0)` })
    .from(table)
    .where(own(table));
  return Number(row?.revision ?? 0);
}

/** Every row of a catalogue, in the order of its codes. */
export async function storedRows(store: HospitalStore, kind: CatalogueKind): Promise<Stored[]> {
  if (kind === 'diagnoses') {
    const rows = await store.rows(diagnosis);
    return rows
      .map((row) => ({ id: row.id, fields: { ...fieldsOfDiagnosis(row), retired: row.disabled } }))
      .sort((a, b) => (a.fields.code < b.fields.code ? -1 : 1));
  }
  const [rows, prices] = await Promise.all([store.rows(drug), pricesOf(store, null)]);
  return rows
    .map((row) => ({ id: row.id, fields: { ...fieldsOf(row, prices.get(row.id) ?? 0), retired: row.disabled } }))
    .sort((a, b) => (a.fields.code < b.fields.code ? -1 : 1));
}

/** The person's own dry run with this id. */
export const isOwnImport = (by: Staff, id: string) =>
  and(eq(catalogueImport.id, id), eq(catalogueImport.staffId, by.id));

/** The person's dry runs of a kind that were not applied. */
export const isUnapplied = (by: Staff, kind: CatalogueKind) =>
  and(eq(catalogueImport.staffId, by.id), isNull(catalogueImport.appliedTime), eq(catalogueImport.kind, kind));

export const findOwnImport = (store: HospitalStore, by: Staff, id: string) =>
  store.first(catalogueImport, isOwnImport(by, id));
