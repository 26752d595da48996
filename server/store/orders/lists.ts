import { and, asc, count, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { pageOrders } from '../../../contract/extension/consult.ts';
import type { awaitList } from '../../../contract/http/consult.ts';
import type { RequestOf } from '../../../contract/operation.ts';
import type { Staff } from '../../policies/staff.ts';
import { consultOrder } from '../schema/consult.ts';
import { patient } from '../schema/patient.ts';
import { contains, pageOf } from '../search.ts';
import type { Tenanted } from '../tenanted.ts';
import { trail } from '../trail.ts';
import { viewKnown } from './view.ts';

type Filter = { consultType?: number | undefined; keyword?: string | undefined };

/** More patients than this do not wait in a list that a person reads; the counts still count them. */
const longestList = 500;

const { active, awaiting, cancelled, finished, refunded, refunding, refused, timedOut } = OrderStatus;

function matching({ consultType, keyword }: Filter): SQL | undefined {
  const named = keyword?.trim()
    ? contains(keyword, patient.name, consultOrder.orderNo, consultOrder.chiefComplaint)
    : undefined;
  return and(named, consultType === undefined ? undefined : eq(consultOrder.consultType, consultType));
}

/** Orders with their patients, so that both can be searched. */
const orders = (store: Tenanted, ...conditions: (SQL | undefined)[]) =>
  store.db
    .select({ order: consultOrder, patient })
    .from(consultOrder)
    .innerJoin(patient, and(eq(patient.id, consultOrder.patientId), store.own(patient)))
    .where(store.own(consultOrder, ...conditions));

/** Everybody who waits, the urgent and then the longest waiting first, and the doctor's running consultations. */
export async function awaitingFor(store: Tenanted, by: Staff, query: RequestOf<typeof awaitList>, at: number) {
  const waiting = await orders(store, eq(consultOrder.status, awaiting), matching(query))
    .orderBy(desc(consultOrder.priority), asc(consultOrder.createTime), asc(consultOrder.id))
    .limit(longestList);
  const isMine = and(eq(consultOrder.doctorId, by.id), eq(consultOrder.status, active));
  const mine = await orders(store, isMine, matching(query)).orderBy(asc(consultOrder.acceptTime), asc(consultOrder.id));
  const found = [...mine, ...waiting];
  return viewKnown(store, found, { language: by.language, at });
}

/** The doctor's own orders, newest first. */
export async function pageFor(store: Tenanted, by: Staff, query: RequestOf<typeof pageOrders>, at: number) {
  const { status, createTimeFrom, createTimeTo } = query;
  const conditions = [
    eq(consultOrder.doctorId, by.id),
    status === undefined ? undefined : eq(consultOrder.status, status),
    createTimeFrom === undefined ? undefined : gte(consultOrder.createTime, createTimeFrom),
    createTimeTo === undefined ? undefined : lte(consultOrder.createTime, createTimeTo),
    matching(query),
  ];
  const { limit, offset } = pageOf(query);
  const found = await orders(store, ...conditions)
    .orderBy(desc(consultOrder.createTime), desc(consultOrder.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await store.db
    .select({ total: count() })
    .from(consultOrder)
    .innerJoin(patient, and(eq(patient.id, consultOrder.patientId), store.own(patient)))
    .where(store.own(consultOrder, ...conditions));
  const deed = { action: 'list', entity: 'order', entityId: null, patientId: null, outcome: 'ok' } as const;
  await trail(store, by, at, { ...deed, purpose: null, detail: { ids: found.map(({ order }) => order.id) } });
  return { list: await viewKnown(store, found, { language: by.language, at }), total: counted?.total ?? 0 };
}

/** The states that count as not having come about. */
const cancelledStates: readonly number[] = [cancelled, refused, refunding, refunded, timedOut];

type Count = { status: number | null; orders: number; today: number };

/** How many wait in the hospital, and how this doctor's orders stand. */
export async function countsFor({ db, tenantId }: Tenanted, by: Staff, at: number) {
  const midnight = new Date(at).setHours(0, 0, 0, 0);
  const { rows } = await db.execute<Count>(sql`
select status, count(*)::int as orders, (count(*) filter (where accept_time >= ${midnight}))::int as today
from consult_order where tenant_id = ${tenantId} and doctor_id = ${by.id} group by status
union all
select null, count(*)::int, 0 from consult_order where tenant_id = ${tenantId} and status = ${awaiting}`);
  const sum = (isIn: (status: number) => boolean) =>
    rows.reduce((total, { status, orders }) => (status !== null && isIn(status) ? total + orders : total), 0);
  return {
    awaitNum: rows.find(({ status }) => status === null)?.orders ?? 0,
    processNum: sum((status) => status === active),
    finishNum: sum((status) => status === finished),
    cancelNum: sum((status) => cancelledStates.includes(status)),
    todayNum: rows.reduce((total, { today }) => total + today, 0),
  };
}
