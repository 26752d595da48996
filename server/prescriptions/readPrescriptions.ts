import { and, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { listPrescriptions, prescriptionHistory } from '../../contract/http/prescription.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { contains, pageOf } from '../db/textSearch.ts';
import { appendTrail } from '../trail/trail.ts';
import { type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import { mayReadHistory, mayReadPrescription } from './prescriptionPolicy.ts';
import { briefOf, detailOf, linesFor, loadPeopleOf } from './view.ts';

type ListQuery = z.output<(typeof listPrescriptions)['query']>;
type HistoryQuery = z.output<(typeof prescriptionHistory)['query']>;
type Page = { pageNo: number; pageSize: number };

const { pending, rejected, approved, dispensed, voided, expired } = PrescriptionStatus;

/** Prescriptions that contain the keyword in their number, order number, patient or drug names in either language. */
export const containsKeyword = (keyword: string | undefined): SQL | undefined => {
  if (keyword === undefined || keyword.trim() === '') return undefined;
  const { prescriptionNo, orderNo, patient, lines } = prescription;
  const drugNames = sql`(select string_agg(concat_ws(' ', line->>'drugName', line->>'drugNameEn', line->>'tradeName', line->>'tradeNameEn'), ' ') from jsonb_array_elements(${lines}) line)`;
  return contains(keyword, prescriptionNo, orderNo, sql`${patient}->>'name'`, drugNames);
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

const listEntry = { action: 'list', entity: 'prescription', entityId: null, outcome: 'ok' } as const;

/** What doctors and auditors read of prescriptions; every read is on the trail. */
export function createPrescriptionQueries({ uow, renewLink }: PrescriptionNeeds) {
  async function list({ by, at }: StaffContext, query: ListQuery) {
    const store = uow.read(by.tenantId);
    const { rows, total } = await newestPage(
      store,
      query,
      eq(prescription.doctorId, by.id),
      query.status === undefined ? undefined : eq(prescription.status, query.status),
      query.auditStatus === undefined ? undefined : eq(prescription.auditStatus, query.auditStatus),
      query.orderId === undefined ? undefined : eq(prescription.orderId, query.orderId),
      query.createTimeFrom === undefined ? undefined : gte(prescription.createTime, query.createTimeFrom),
      query.createTimeTo === undefined ? undefined : lte(prescription.createTime, query.createTimeTo),
      containsKeyword(query.keyword),
    );
    const person = await loadPeopleOf(store, rows, by.language);
    await appendTrail(store, by, at, {
      ...listEntry,
      patientId: null,
      purpose: null,
      detail: { ids: rows.map(({ id }) => id) },
    });
    return { list: rows.map((row) => briefOf(row, { language: by.language, now: at, person })), total };
  }

  async function info({ by, at }: StaffContext, id: string) {
    const store = uow.read(by.tenantId);
    const row = await store.first(prescription, eq(prescription.id, id));
    if (!row) return refused(Code.notFound);
    const isAllowed = mayReadPrescription(by, row);
    const entry = { action: 'read', entity: 'prescription', entityId: id, patientId: row.patientId } as const;
    await appendTrail(store, by, at, {
      ...entry,
      purpose: purposeOf(row.orderId),
      outcome: isAllowed ? 'ok' : 'refused',
    });
    return isAllowed
      ? done(await detailOf(store, row, { language: by.language, now: at, renewLink }))
      : refused(Code.notFound);
  }

  async function history({ by, at }: StaffContext, { patientId, ...page }: HistoryQuery) {
    const store = uow.read(by.tenantId);
    const ofPatient = eq(prescription.patientId, patientId);
    const submitted = and(ofPatient, isNotNull(prescription.submitTime));
    const own = and(eq(consultOrder.patientId, patientId), eq(consultOrder.doctorId, by.id));
    const running = inArray(consultOrder.status, [OrderStatus.active, OrderStatus.finished]);
    const isAllowed = mayReadHistory(by, {
      treats: (await store.count(consultOrder, own, running)) > 0,
      reviews: by.isAuditor && (await store.count(prescription, submitted)) > 0,
    });
    const entry = { ...listEntry, patientId, purpose: `patient:${patientId}` };
    await appendTrail(store, by, at, { ...entry, outcome: isAllowed ? 'ok' : 'refused' });
    if (!isAllowed) return refused(Code.notFound);
    const { rows, total } = await newestPage(store, page, submitted);
    const person = await loadPeopleOf(store, rows, by.language);
    const view = { language: by.language, now: at, person };
    return done({ list: rows.map((row) => ({ ...briefOf(row, view), lines: linesFor(row, by.language) })), total });
  }

  async function counts({ by }: StaffContext) {
    const { db, own } = uow.read(by.tenantId);
    const rows = await db
      .select({ status: prescription.status, count: sql<number>`count(*)::int` })
      .from(prescription)
      .where(own(prescription, eq(prescription.doctorId, by.id)))
      .groupBy(prescription.status);
    const of = (...statuses: number[]) =>
      rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
    return {
      pending: of(pending),
      passed: of(approved, dispensed),
      rejected: of(rejected),
      cancelled: of(voided),
      expired: of(expired),
    };
  }

  return { list, info, history, counts };
}
