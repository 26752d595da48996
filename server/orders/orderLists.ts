import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { pageOrders } from '../../contract/extension/consult.ts';
import type { awaitList } from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/staffPolicy.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { rowReader } from '../db/rowReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { contains, pageOf } from '../db/textSearch.ts';
import { appendTrail } from '../trail/trail.ts';
import type { OrderRow } from './move.ts';
import { type Counts, countsOf } from './tallies.ts';
import { type OrderView, viewOrders, viewsOf } from './view.ts';

type Filter = { consultType?: number | undefined; keyword?: string | undefined };

/** More patients than this do not wait in a list that a person reads; the counts still count them. */
const longestList = 500;

const { active, awaiting, finished } = OrderStatus;

function matching({ consultType, keyword }: Filter): SQL | undefined {
  const named = keyword?.trim()
    ? contains(keyword, patient.name, consultOrder.orderNo, consultOrder.chiefComplaint)
    : undefined;
  return and(named, consultType === undefined ? undefined : eq(consultOrder.consultType, consultType));
}

/**
 * Orders, and their patients only where names are searched: a database that may join a few orders with all patients of
 * the hospital sometimes reads them all (measured with 10,000 patients: 10 ms instead of 0.2).
 */
function found(store: Tenanted, filter: Filter, ...conditions: (SQL | undefined)[]): SQL {
  const isTheirs = and(eq(patient.id, consultOrder.patientId), store.own(patient));
  const searched = filter.keyword?.trim() ? sql`consult_order join patient on ${isTheirs}` : sql`consult_order`;
  return sql`from ${searched} where ${store.own(consultOrder, ...conditions, matching(filter))}`;
}

const reader = rowReader(consultOrder, 'consult_order');

async function orders({ db }: Tenanted, which: SQL, order: SQL): Promise<OrderRow[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`select ${reader.columns} ${which} ${order}`);
  return rows.map(reader.read);
}

type Asked = { doctorId: string; language: Language; at: number };

const longestFirst = sql`order by consult_order.priority desc, consult_order.create_time, consult_order.id limit ${longestList}`;
const inTurn = sql`order by consult_order.accept_time, consult_order.id`;

/** The list as it is without a search, read once for all doctors of the hospital who ask for it at the same time. */
const desks = createBatchLoader<Asked, OrderView[]>(async (store, asked) => {
  const doctors = [...new Set(asked.map(({ doctorId }) => doctorId))].join(',');
  const areTheirs = sql`${consultOrder.doctorId} = any(string_to_array(${doctors}, ',')::bigint[])`;
  const [running, waiting] = await Promise.all([
    orders(store, found(store, {}, areTheirs, eq(consultOrder.status, active)), inTurn),
    orders(store, found(store, {}, eq(consultOrder.status, awaiting)), longestFirst),
  ]);
  const at = Math.max(...asked.map(({ at }) => at));
  const view = await viewsOf(store, [...running, ...waiting]);
  const viewsIn = (language: Language) => ({
    running: running.map((order) => ({ doctorId: order.doctorId, views: view(order, { language, at }) })),
    waiting: waiting.flatMap((order) => view(order, { language, at })),
  });
  const byLanguage = new Map<Language, ReturnType<typeof viewsIn>>();
  return asked.map(({ doctorId, language }) => {
    const views = byLanguage.get(language) ?? viewsIn(language);
    byLanguage.set(language, views);
    return [...views.running.flatMap((one) => (one.doctorId === doctorId ? one.views : [])), ...views.waiting];
  });
});

/** Everybody who waits, the urgent and then the longest waiting first, and the doctor's running consultations. */
export async function awaitingFor(store: Tenanted, by: Staff, query: RequestOf<typeof awaitList>, at: number) {
  const { language } = by;
  if (query.consultType === undefined && !query.keyword?.trim()) return desks(store, { doctorId: by.id, language, at });
  const isMine = and(eq(consultOrder.doctorId, by.id), eq(consultOrder.status, active));
  const [mine, waiting] = await Promise.all([
    orders(store, found(store, query, isMine), inTurn),
    orders(store, found(store, query, eq(consultOrder.status, awaiting)), longestFirst),
  ]);
  return viewOrders(store, [...mine, ...waiting], { language, at });
}

/** How many a list is of: what the doctor has altogether is known without counting it; what was searched for is counted. */
async function totalOf(store: Tenanted, by: Staff, query: RequestOf<typeof pageOrders>, which: SQL, at: number) {
  const { status, createTimeFrom, createTimeTo, consultType, keyword } = query;
  const isSearched = [createTimeFrom, createTimeTo, consultType, keyword?.trim() || undefined].some(
    (one) => one !== undefined,
  );
  const known: ((counts: Counts) => number) | null = isSearched
    ? null
    : status === undefined
      ? ({ others, active, finished, cancelled }) => others + active + finished + cancelled
      : status === finished
        ? (counts) => counts.finished
        : null;
  if (known) return known(await countsOf(store, by.id, at));
  const { rows } = await store.db.execute<{ total: number }>(sql`select count(*)::int as total ${which}`);
  return rows[0]?.total ?? 0;
}

const newestFirst = sql`order by consult_order.create_time desc, consult_order.id desc`;

/** The rows before the page are counted in the index; only those of the page are read (of page 50: 20 instead of 1,000). */
const newest = (store: Tenanted, which: SQL, { limit, offset }: { limit: number; offset: number }) =>
  orders(
    store,
    sql`
from (select consult_order.id as page_id ${which} ${newestFirst} limit ${limit} offset ${offset}) page
join consult_order on consult_order.id = page_id and ${store.own(consultOrder)}`,
    newestFirst,
  );

/** The doctor's own orders, newest first. */
export async function pageFor(store: Tenanted, by: Staff, query: RequestOf<typeof pageOrders>, at: number) {
  const { status, createTimeFrom, createTimeTo } = query;
  const conditions = [
    eq(consultOrder.doctorId, by.id),
    status === undefined ? undefined : eq(consultOrder.status, status),
    createTimeFrom === undefined ? undefined : gte(consultOrder.createTime, createTimeFrom),
    createTimeTo === undefined ? undefined : lte(consultOrder.createTime, createTimeTo),
  ];
  const { limit, offset } = pageOf(query);
  const which = found(store, query, ...conditions);
  const [rows, total] = await Promise.all([
    newest(store, which, { limit, offset }),
    totalOf(store, by, query, which, at),
  ]);
  const entry = { action: 'list', entity: 'order', entityId: null, patientId: null, outcome: 'ok' } as const;
  const noted = appendTrail(store, by, at, { ...entry, purpose: null, detail: { ids: rows.map(({ id }) => id) } });
  // The rows go out once the look at them is on the trail.
  const [list] = await Promise.all([viewOrders(store, rows, { language: by.language, at }), noted]);
  return { list, total };
}

/** How many wait in the hospital, and how this doctor's orders stand. */
export async function countsFor(store: Tenanted, by: Staff, at: number) {
  const { waiting, active, finished, cancelled, today } = await countsOf(store, by.id, at);
  return {
    awaitNum: waiting,
    processNum: active,
    finishNum: finished,
    cancelNum: cancelled,
    todayNum: today,
  };
}
