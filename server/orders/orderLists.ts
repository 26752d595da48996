import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { pageOrders } from '../../contract/extension/consult.ts';
import type { awaitList } from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { createRowReader } from '../db/rowReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { contains, pageOf } from '../db/textSearch.ts';
import { appendTrail } from '../trail/trail.ts';
import type { OrderRow } from './moveOrder.ts';
import { type Counts, countsOf } from './orderCounts.ts';
import { loadViews, type OrderView, viewOrders } from './view.ts';

type Filter = { consultType?: number | undefined; keyword?: string | undefined };

/** The waiting list shows no more patients than this; the counts include all. */
const maxWaitingListed = 500;

const { active, awaiting, finished } = OrderStatus;

function matching({ consultType, keyword }: Filter): SQL | undefined {
  const named = keyword?.trim()
    ? contains(keyword, patient.name, consultOrder.orderNo, consultOrder.chiefComplaint)
    : undefined;
  return and(named, consultType === undefined ? undefined : eq(consultOrder.consultType, consultType));
}

/**
 * Orders, joined with patients only where names are searched: with the join the database sometimes reads all patients of
 * the hospital (measured with 10,000 patients: 10 ms instead of 0.2).
 */
function matchingOrders(store: Tenanted, filter: Filter, ...conditions: (SQL | undefined)[]): SQL {
  const isTheirs = and(eq(patient.id, consultOrder.patientId), store.own(patient));
  const searched = filter.keyword?.trim() ? sql`consult_order join patient on ${isTheirs}` : sql`consult_order`;
  return sql`from ${searched} where ${store.own(consultOrder, ...conditions, matching(filter))}`;
}

const reader = createRowReader(consultOrder, 'consult_order');

async function readOrders({ db }: Tenanted, which: SQL, order: SQL): Promise<OrderRow[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`select ${reader.columns} ${which} ${order}`);
  return rows.map(reader.read);
}

type ListRequest = { doctorId: string; language: Language; at: number };

const longestWaitFirst = sql`order by consult_order.priority desc, consult_order.create_time, consult_order.id limit ${maxWaitingListed}`;
const byAcceptTime = sql`order by consult_order.accept_time, consult_order.id`;

/** The list without a search, loaded once for all doctors of the hospital who request it at the same time. */
const loadAwaitingList = createBatchLoader<ListRequest, OrderView[]>(async (store, requests) => {
  const doctors = [...new Set(requests.map(({ doctorId }) => doctorId))].join(',');
  const areTheirs = sql`${consultOrder.doctorId} = any(string_to_array(${doctors}, ',')::bigint[])`;
  const [running, waiting] = await Promise.all([
    readOrders(store, matchingOrders(store, {}, areTheirs, eq(consultOrder.status, active)), byAcceptTime),
    readOrders(store, matchingOrders(store, {}, eq(consultOrder.status, awaiting)), longestWaitFirst),
  ]);
  const at = Math.max(...requests.map(({ at }) => at));
  const view = await loadViews(store, [...running, ...waiting]);
  const viewsIn = (language: Language) => ({
    running: running.map((order) => ({ doctorId: order.doctorId, views: view(order, { language, at }) })),
    waiting: waiting.flatMap((order) => view(order, { language, at })),
  });
  const byLanguage = new Map<Language, ReturnType<typeof viewsIn>>();
  return requests.map(({ doctorId, language }) => {
    const views = byLanguage.get(language) ?? viewsIn(language);
    byLanguage.set(language, views);
    return [...views.running.flatMap((one) => (one.doctorId === doctorId ? one.views : [])), ...views.waiting];
  });
});

/** The doctor's running consultations, then all waiting patients: the urgent first, then the longest waiting. */
export async function listAwaiting(store: Tenanted, by: Staff, query: RequestOf<typeof awaitList>, at: number) {
  const { language } = by;
  if (query.consultType === undefined && !query.keyword?.trim())
    return loadAwaitingList(store, { doctorId: by.id, language, at });
  const isMine = and(eq(consultOrder.doctorId, by.id), eq(consultOrder.status, active));
  const [mine, waiting] = await Promise.all([
    readOrders(store, matchingOrders(store, query, isMine), byAcceptTime),
    readOrders(store, matchingOrders(store, query, eq(consultOrder.status, awaiting)), longestWaitFirst),
  ]);
  return viewOrders(store, [...mine, ...waiting], { language, at });
}

/** The total of a list. Without a search it comes from the doctor's counts, otherwise from a count of its own. */
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

/** Skips the rows before the page in the index and reads only those of the page (of page 50: 20 instead of 1,000). */
const readPage = (store: Tenanted, which: SQL, { limit, offset }: { limit: number; offset: number }) =>
  readOrders(
    store,
    sql`
from (select consult_order.id as page_id ${which} ${newestFirst} limit ${limit} offset ${offset}) page
join consult_order on consult_order.id = page_id and ${store.own(consultOrder)}`,
    newestFirst,
  );

/** The doctor's own orders, newest first. */
export async function listOwnOrders(store: Tenanted, by: Staff, query: RequestOf<typeof pageOrders>, at: number) {
  const { status, createTimeFrom, createTimeTo } = query;
  const conditions = [
    eq(consultOrder.doctorId, by.id),
    status === undefined ? undefined : eq(consultOrder.status, status),
    createTimeFrom === undefined ? undefined : gte(consultOrder.createTime, createTimeFrom),
    createTimeTo === undefined ? undefined : lte(consultOrder.createTime, createTimeTo),
  ];
  const { limit, offset } = pageOf(query);
  const which = matchingOrders(store, query, ...conditions);
  const [rows, total] = await Promise.all([
    readPage(store, which, { limit, offset }),
    totalOf(store, by, query, which, at),
  ]);
  const entry = { action: 'list', entity: 'order', entityId: null, patientId: null, outcome: 'ok' } as const;
  const recorded = appendTrail(store, by, at, { ...entry, purpose: null, detail: { ids: rows.map(({ id }) => id) } });
  // The rows are answered only once the read is on the trail.
  const [list] = await Promise.all([viewOrders(store, rows, { language: by.language, at }), recorded]);
  return { list, total };
}

/** How many patients wait in the hospital, and this doctor's orders by status. */
export async function countOrders(store: Tenanted, by: Staff, at: number) {
  const { waiting, active, finished, cancelled, today } = await countsOf(store, by.id, at);
  return {
    awaitNum: waiting,
    processNum: active,
    finishNum: finished,
    cancelNum: cancelled,
    todayNum: today,
  };
}
