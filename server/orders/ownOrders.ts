import { eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { pageOrders } from '../../contract/extension/consult.ts';
import type { countOwnOrders } from '../../contract/extension/counts.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { inOrderOf, isOneOf, pageOf } from '../db/textSearch.ts';
import type { Sight } from '../patients/knownPatient.ts';
import { countEntries, type EntryFilter, pageEntries, type StatusCounts } from '../search/entries.ts';
import { appendTrail } from '../trail/trail.ts';
import { type Counts, countsOf } from './orderCounts.ts';
import { matchingOrders, readOrders } from './orderLists.ts';
import { viewOrders } from './view.ts';

type OrderQuery = RequestOf<typeof pageOrders>;
type Filters = Omit<OrderQuery, 'pageNo' | 'pageSize'>;
type Page = { limit: number; offset: number };

/** The conditions of a list whose rows the indexes of `consult_order` find. */
const conditionsOf = (by: Staff, { status, createTimeFrom, createTimeTo }: Filters) => [
  eq(consultOrder.doctorId, by.id),
  status === undefined ? undefined : eq(consultOrder.status, status),
  createTimeFrom === undefined ? undefined : gte(consultOrder.createTime, createTimeFrom),
  createTimeTo === undefined ? undefined : lte(consultOrder.createTime, createTimeTo),
];

/** The total of a list without a search. Without days it comes from the doctor's counts, otherwise from a count of its own. */
async function totalOf(store: Tenanted, by: Staff, query: OrderQuery, which: SQL, at: number) {
  const { status, createTimeFrom, createTimeTo } = query;
  const known: ((counts: Counts) => number) | null =
    createTimeFrom !== undefined || createTimeTo !== undefined
      ? null
      : status === undefined
        ? ({ others, active, finished, cancelled }) => others + active + finished + cancelled
        : status === OrderStatus.finished
          ? (counts) => counts.finished
          : null;
  if (known) return known(await countsOf(store, by.id, at));
  const { rows } = await store.db.execute<{ total: number }>(sql`select count(*)::int as total ${which}`);
  return rows[0]?.total ?? 0;
}

const newestFirst = sql`order by consult_order.create_time desc, consult_order.id desc`;

/** Skips the rows before the page in the index and reads only those of the page (of page 50: 20 instead of 1,000). */
const readPage = (store: Tenanted, which: SQL, { limit, offset }: Page) =>
  readOrders(
    store,
    sql`
from (select consult_order.id as page_id ${which} ${newestFirst} limit ${limit} offset ${offset}) page
join consult_order on consult_order.id = page_id and ${store.own(consultOrder)}`,
    newestFirst,
  );

/** The filter of the search entries, for lists with a keyword or a consult type; null for others. */
function searchOf(by: Staff, query: Filters): EntryFilter | null {
  const { keyword, consultType: category, status, createTimeFrom: from, createTimeTo: to } = query;
  if (!keyword?.trim() && category === undefined) return null;
  return { kind: 'order', ownerId: by.id, keyword, category, status, from, to };
}

async function readOwnOrders(store: Tenanted, by: Staff, query: OrderQuery, at: number) {
  const page = pageOf(query);
  const search = searchOf(by, query);
  if (search) {
    const { ids, total, atLeast } = await pageEntries(store, search, page);
    const rows = await readOrders(
      store,
      sql`from consult_order where ${store.own(consultOrder, isOneOf(consultOrder.id, ids))}`,
      sql``,
    );
    return { rows: inOrderOf(ids, rows, ({ id }) => id), total, atLeast };
  }
  const which = matchingOrders(store, {}, ...conditionsOf(by, query));
  const [rows, total] = await Promise.all([readPage(store, which, page), totalOf(store, by, query, which, at)]);
  return { rows, total, atLeast: false };
}

/** The doctor's own orders, newest first. */
export async function listOwnOrders(store: Tenanted, by: Staff, query: OrderQuery, seen: Sight) {
  const { at } = seen;
  const { rows, total, atLeast } = await readOwnOrders(store, by, query, at);
  const entry = { action: 'list', entity: 'order', entityId: null, patientId: null, outcome: 'ok' } as const;
  const patientIds = rows.map(({ patientId }) => patientId);
  const detail = { ids: rows.map(({ id }) => id) };
  const recorded = appendTrail(store, by, at, { ...entry, patientIds, purpose: null, detail });
  // The rows are answered only once the read is on the trail.
  const [list] = await Promise.all([viewOrders(store, rows, { language: by.language, ...seen }), recorded]);
  return { list, total, ...(atLeast ? { atLeast } : {}) };
}

/** The doctor's own orders that meet the filters, counted by status. */
export async function countOrdersByStatus(
  store: Tenanted,
  by: Staff,
  query: RequestOf<typeof countOwnOrders>,
): Promise<StatusCounts> {
  const search = searchOf(by, query);
  if (search) return countEntries(store, search);
  const which = matchingOrders(store, {}, ...conditionsOf(by, query));
  const { rows } = await store.db.execute<{ status: number; count: number }>(
    sql`select status, count(*)::int as count ${which} group by status`,
  );
  return { counts: rows.map(({ status, count }) => ({ status, count })), atLeast: false };
}
