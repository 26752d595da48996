import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { countOwnPrescriptions } from '../../contract/extension/counts.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { drug } from '../db/schema/drugs.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription, prescriptionLog, prescriptionVersion } from '../db/schema/prescriptions.ts';
import { formContains, inOrderOf, isOneOf, pageOf } from '../db/textSearch.ts';
import { countEntries, type EntryFilter, pageEntries, type StatusCounts } from '../search/entries.ts';
import { linesOneByOne, type PrescriptionRow } from './storedPrescription.ts';

export type ListQuery = z.output<(typeof contract.listPrescriptions)['query']>;
export type CountQuery = z.output<(typeof countOwnPrescriptions)['query']>;
type Page = { pageNo: number; pageSize: number };

/** The hospital's prescription with this id; null if there is none. */
export const findPrescription = (store: HospitalStore, id: string): Promise<PrescriptionRow | null> =>
  store.first(prescription, eq(prescription.id, id));

/** The hospital's medicines with these ids. */
export const medicinesWithIds = async (store: HospitalStore, ids: readonly string[]) =>
  ids.length === 0 ? [] : store.rows(drug, inArray(drug.id, [...new Set(ids)]));

/** Prescriptions that contain the keyword in their number, order number, patient or medicine names in either language. */
export const containsKeyword = (keyword: string | undefined): SQL | undefined => {
  if (keyword === undefined || keyword.trim() === '') return undefined;
  return formContains(keyword, prescription.searchText);
};

/** One page of the prescriptions that meet the conditions, newest first. */
export async function newestPage(store: HospitalStore, page: Page, ...conditions: (SQL | undefined)[]) {
  const { limit, offset } = pageOf(page);
  const rows = await store.db
    .select()
    .from(prescription)
    .where(store.own(prescription, ...conditions))
    .orderBy(desc(prescription.createTime), desc(prescription.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await store.count(prescription, ...conditions) };
}

type Filters = Omit<ListQuery, 'pageNo' | 'pageSize'>;

/** The filter of the search entries, for lists with a keyword or a review status; null for others. */
function searchOf(ownerId: string, query: Filters): EntryFilter | null {
  const { keyword, auditStatus: category, orderId, status, createTimeFrom: from, createTimeTo: to } = query;
  // The few of one order are found by the order.
  if (orderId !== undefined || (!keyword?.trim() && category === undefined)) return null;
  return { kind: 'prescription', ownerId, keyword, category, status, from, to };
}

const conditionsOf = (ownerId: string, query: Filters) => [
  eq(prescription.doctorId, ownerId),
  query.status === undefined ? undefined : eq(prescription.status, query.status),
  query.auditStatus === undefined ? undefined : eq(prescription.auditStatus, query.auditStatus),
  query.orderId === undefined ? undefined : eq(prescription.orderId, query.orderId),
  query.createTimeFrom === undefined ? undefined : gte(prescription.createTime, query.createTimeFrom),
  query.createTimeTo === undefined ? undefined : lte(prescription.createTime, query.createTimeTo),
  containsKeyword(query.keyword),
];

/** A page of the doctor's own prescriptions; `atLeast` says that there are more than the total. */
export async function pageOfPrescriptions(store: HospitalStore, ownerId: string, query: ListQuery) {
  const search = searchOf(ownerId, query);
  if (!search) return { ...(await newestPage(store, query, ...conditionsOf(ownerId, query))), atLeast: false };
  const { ids, ...count } = await pageEntries(store, search, pageOf(query));
  return { rows: inOrderOf(ids, await store.named(prescription, ids), ({ id }) => id), ...count };
}

/** How many of the doctor's own prescriptions have each status, with the filters of the list. */
export async function statusCountsOf(store: HospitalStore, ownerId: string, query: CountQuery): Promise<StatusCounts> {
  const search = searchOf(ownerId, query);
  if (search) return countEntries(store, search);
  const counts = await store.db
    .select({ status: prescription.status, count: sql<number>`count(*)::int` })
    .from(prescription)
    .where(store.own(prescription, ...conditionsOf(ownerId, query)))
    .groupBy(prescription.status);
  return { counts, atLeast: false };
}

/** The log of a prescription, the oldest step first. */
export const logsOf = ({ db, own }: HospitalStore, prescriptionId: string) =>
  db
    .select()
    .from(prescriptionLog)
    .where(own(prescriptionLog, eq(prescriptionLog.prescriptionId, prescriptionId)))
    .orderBy(asc(prescriptionLog.id));

/** The logs of these prescriptions, the oldest step first. */
export async function logsOfAll({ db, own }: HospitalStore, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const isTheirs = inArray(prescriptionLog.prescriptionId, [...new Set(ids)]);
  return db.select().from(prescriptionLog).where(own(prescriptionLog, isTheirs)).orderBy(asc(prescriptionLog.id));
}

/** The submitted prescriptions of a patient, as a condition of a query. */
export const isSubmittedFor = (patientId: string): SQL | undefined =>
  and(eq(prescription.patientId, patientId), isNotNull(prescription.submitTime));

/** Whether this doctor treats or treated a patient, and whether the patient has submitted prescriptions. */
export async function historyTiesTo(store: HospitalStore, doctorId: string, patientId: string) {
  const isOwn = and(eq(consultOrder.patientId, patientId), eq(consultOrder.doctorId, doctorId));
  const isRunning = inArray(consultOrder.status, [OrderStatus.active, OrderStatus.finished]);
  const treated = await store.count(consultOrder, isOwn, isRunning);
  return { treats: treated > 0, reviews: (await store.count(prescription, isSubmittedFor(patientId))) > 0 };
}

/** The submitted versions of a prescription, the oldest first. */
export const versionsOf = ({ db, own }: HospitalStore, prescriptionId: string) =>
  db
    .select()
    .from(prescriptionVersion)
    .where(own(prescriptionVersion, eq(prescriptionVersion.prescriptionId, prescriptionId)))
    .orderBy(asc(prescriptionVersion.version));

const inUse = [PrescriptionStatus.pending, PrescriptionStatus.approved, PrescriptionStatus.dispensed];
const longestCourseMs = 366 * 86_400_000;

/** What these patients may still take from prescriptions of this hospital. */
export async function readTaken({ db, own }: HospitalStore, patientIds: readonly string[], at: number) {
  const { id, patientId, prescriptionNo, submitTime, lines } = prescription;
  const rows = await db
    .select({ id, patientId, prescriptionNo, submitTime, lines })
    .from(prescription)
    .where(
      own(
        prescription,
        isOneOf(patientId, patientIds),
        inArray(prescription.status, inUse),
        gt(submitTime, at - longestCourseMs),
      ),
    );
  return rows.map((row) => ({ ...row, lines: linesOneByOne(row) }));
}
