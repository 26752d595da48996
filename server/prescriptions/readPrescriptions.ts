import { and, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { countOwnPrescriptions } from '../../contract/extension/counts.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { formContains, inOrderOf, pageOf } from '../db/textSearch.ts';
import { countEntries, type EntryFilter, pageEntries, type StatusCounts } from '../search/entries.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import { mayReadHistory, mayReadPrescription } from './prescriptionPolicy.ts';
import { loadPeopleOf } from './signers.ts';
import { briefOf, detailOf, linesFor } from './view.ts';

type ListQuery = z.output<(typeof contract.listPrescriptions)['query']>;
type CountQuery = z.output<(typeof countOwnPrescriptions)['query']>;
type HistoryQuery = z.output<(typeof contract.prescriptionHistory)['query']>;
type Page = { pageNo: number; pageSize: number };

const { pending, rejected, approved, dispensed, voided, expired } = PrescriptionStatus;

/** Prescriptions that contain the keyword in their number, order number, patient or medicine names in either language. */
export const containsKeyword = (keyword: string | undefined): SQL | undefined => {
  if (keyword === undefined || keyword.trim() === '') return undefined;
  return formContains(keyword, prescription.searchText);
};

/** One page of the prescriptions that meet the conditions, newest first. */
export async function newestPage(store: Tenanted, page: Page, ...conditions: (SQL | undefined)[]) {
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

async function ownPage(store: Tenanted, ownerId: string, query: ListQuery) {
  const search = searchOf(ownerId, query);
  if (!search) return { ...(await newestPage(store, query, ...conditionsOf(ownerId, query))), atLeast: false };
  const { ids, ...count } = await pageEntries(store, search, pageOf(query));
  return { rows: inOrderOf(ids, await store.named(prescription, ids), ({ id }) => id), ...count };
}

const listEntry = { action: 'list', entity: 'prescription', entityId: null, outcome: 'ok' } as const;

/** A page of the doctor's own prescriptions. */
export async function listPrescriptions(query: ListQuery, { by, at, store, language }: CallContext) {
  const { rows, total, atLeast } = await ownPage(store, by.id, query);
  const { signer } = await loadPeopleOf(store, rows, language);
  await appendTrail(store, by, at, {
    ...listEntry,
    patientId: null,
    patientIds: rows.map(({ patientId }) => patientId),
    purpose: null,
    detail: { ids: rows.map(({ id }) => id) },
  });
  const list = rows.map((row) => briefOf(row, { language, now: at, signer }));
  return done({ list, total, ...(atLeast ? { atLeast } : {}) });
}

/** One prescription with its log, for the doctor who issued it and for reviewers. */
export const readPrescription =
  ({ renewLink, nameOf }: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>) =>
  async ({ id }: RequestOf<typeof contract.getPrescription>, { by, at, store, language }: CallContext) => {
    const row = await store.first(prescription, eq(prescription.id, id));
    if (!row) return refused(Code.notFound);
    const isAllowed = mayReadPrescription(by, row);
    const entry = { action: 'read', entity: 'prescription', entityId: id, patientId: row.patientId } as const;
    await appendTrail(store, by, at, { ...entry, purpose: purposeOf(row.orderId), ...readOutcome(isAllowed) });
    if (!isAllowed) return refused(Code.notFound);
    const view = { language, now: at, nameOf, renewLink: (url: string) => renewLink(url, by) };
    return done(await detailOf(store, row, view));
  };

/** A page of everything that was prescribed for a patient, for doctors who treat and reviewers who review for them. */
export async function readHistory({ patientId, ...page }: HistoryQuery, { by, at, store, language }: CallContext) {
  const ofPatient = eq(prescription.patientId, patientId);
  const submitted = and(ofPatient, isNotNull(prescription.submitTime));
  const own = and(eq(consultOrder.patientId, patientId), eq(consultOrder.doctorId, by.id));
  const running = inArray(consultOrder.status, [OrderStatus.active, OrderStatus.finished]);
  const isAllowed = mayReadHistory(by, {
    treats: (await store.count(consultOrder, own, running)) > 0,
    reviews: by.isAuditor && (await store.count(prescription, submitted)) > 0,
  });
  const entry = { ...listEntry, patientId, purpose: `patient:${patientId}` };
  await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed) });
  if (!isAllowed) return refused(Code.notFound);
  const { rows, total } = await newestPage(store, page, submitted);
  const { signer } = await loadPeopleOf(store, rows, language);
  const view = { language, now: at, signer };
  return done({ list: rows.map((row) => ({ ...briefOf(row, view), lines: linesFor(row, language) })), total });
}

async function countsOf(store: Tenanted, ownerId: string, query: CountQuery): Promise<StatusCounts> {
  const search = searchOf(ownerId, query);
  if (search) return countEntries(store, search);
  const counts = await store.db
    .select({ status: prescription.status, count: sql<number>`count(*)::int` })
    .from(prescription)
    .where(store.own(prescription, ...conditionsOf(ownerId, query)))
    .groupBy(prescription.status);
  return { counts, atLeast: false };
}

/** How many of the doctor's own prescriptions have each status. */
export const countByStatus = async (query: CountQuery, { by, store }: CallContext) =>
  done(await countsOf(store, by.id, query));

/** The doctor's own prescriptions in the numbers of the specification. */
export async function countPrescriptions(_: unknown, { by, store }: CallContext) {
  const { counts } = await countsOf(store, by.id, {});
  const of = (...statuses: number[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
  return done({
    pending: of(pending),
    passed: of(approved, dispensed),
    rejected: of(rejected),
    cancelled: of(voided),
    expired: of(expired),
  });
}
