import { and, eq, isNotNull } from 'drizzle-orm';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import { isRowId } from '../db/columns.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { diagnosis } from '../db/schema/drugs.ts';
import { caseAddendum, caseInfo } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { type Around, type Diagnosed, hasBothNames, type KnownAddendum, type Listed, type RecordRow } from './wire.ts';

/** The record with this id, of this order or both; null if there is none. */
export const recordBy = (
  store: HospitalStore,
  { id, orderId }: { id?: string | undefined; orderId?: string | undefined },
): Promise<RecordRow | null> =>
  store.first(
    caseInfo,
    id === undefined ? undefined : eq(caseInfo.id, id),
    orderId === undefined ? undefined : eq(caseInfo.orderId, orderId),
  );

/** The addenda of a record, the oldest first. */
export async function addendaOf(store: HospitalStore, recordId: string, language: Language): Promise<KnownAddendum[]> {
  // By number: the clock may have gone back between two of them.
  const rows = (await store.rows(caseAddendum, eq(caseAddendum.caseId, recordId))).toSorted(
    (a, b) => Number(a.id) - Number(b.id),
  );
  if (rows.length === 0) return [];
  const person = await loadPeople(
    store,
    rows.map(({ doctorId }) => doctorId),
    language,
  );
  return rows.map((row) => ({ row, authorName: person(row.doctorId).name }));
}

/** The diagnoses of the hospital's list among these. */
export async function readListed(store: Pick<HospitalStore, 'named'>, wanted: readonly { readonly id: string }[]) {
  const ids = [...new Set(wanted.map(({ id }) => id))].filter(isRowId);
  return new Map((await store.named(diagnosis, ids)).map((row) => [row.id, row])) satisfies Listed;
}

/** The listed diagnoses that name those of older records. */
export const listedFor = (store: Pick<HospitalStore, 'named'>, records: readonly Diagnosed[]): Promise<Listed> =>
  readListed(
    store,
    records.flatMap(({ diagnosisList }) => diagnosisList.filter((one) => !hasBothNames(one))),
  );

/** What a record is shown with to a reader of this language. */
export async function aroundRecord(
  store: HospitalStore,
  row: RecordRow,
  language: Language,
  renewLink: (url: string) => string,
): Promise<Around> {
  const person = await loadPeople(store, [row.doctorId], language, renewLink);
  const addenda = await addendaOf(store, row.id, language);
  return { doctor: person(row.doctorId), addenda, listed: await listedFor(store, [row]) };
}

/** Whether a prescription of the consultation was submitted for review. */
export async function isUnderReview(store: HospitalStore, orderId: string): Promise<boolean> {
  const submitted = and(eq(prescription.orderId, orderId), isNotNull(prescription.submitTime));
  return (await store.count(prescription, submitted)) > 0;
}
