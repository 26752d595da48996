import { and, eq, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { awaitList } from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { NameOf } from '../patients/factNames.ts';
import { orderCountsOf } from './countQueries.ts';
import { byAcceptTime, longestWaitFirst, matchingOrders, readOrders } from './listQueries.ts';
import { forDoctor, isForDoctor } from './policy.ts';
import { loadViews, viewOrders } from './viewQueries.ts';
import { type OrderNeeds, type OrderView, type Reader, withLinks } from './wire.ts';

const { active, awaiting } = OrderStatus;

type ListRequest = Reader & { doctorId: string };

/** The list without a search, loaded once for all doctors of the hospital who request it at the same time. */
const loadAwaitingList = createBatchLoader<ListRequest, OrderView[]>(async (store, requests) => {
  const doctors = [...new Set(requests.map(({ doctorId }) => doctorId))].join(',');
  const areTheirs = sql`${consultOrder.doctorId} = any(string_to_array(${doctors}, ',')::bigint[])`;
  const [running, waiting] = await Promise.all([
    readOrders(store, matchingOrders(store, {}, areTheirs, eq(consultOrder.status, active)), byAcceptTime),
    readOrders(store, matchingOrders(store, {}, eq(consultOrder.status, awaiting)), longestWaitFirst),
  ]);
  const latest = requests.reduce((one, other) => (other.at > one.at ? other : one));
  const view = await loadViews(store, [...running, ...waiting]);
  const viewsIn = (language: Language) => ({
    running: running.map((order) => ({ doctorId: order.doctorId, views: view(order, { ...latest, language }) })),
    waiting: waiting.map((order) => ({ order, views: view(order, { ...latest, language }) })),
  });
  const byLanguage = new Map<Language, ReturnType<typeof viewsIn>>();
  return requests.map(({ doctorId, language }) => {
    const views = byLanguage.get(language) ?? viewsIn(language);
    byLanguage.set(language, views);
    return [
      ...views.running.flatMap((one) => (one.doctorId === doctorId ? one.views : [])),
      ...views.waiting.flatMap((one) => (isForDoctor(one.order, doctorId) ? one.views : [])),
    ];
  });
});

type Query = RequestOf<typeof awaitList>;

/** The views of the orders that this doctor has or could take. */
async function viewsFor(query: Query, nameOf: NameOf, { by, at, store, language }: CallContext): Promise<OrderView[]> {
  const reader = { at, language, nameOf };
  if (query.consultType === undefined && !query.keyword?.trim())
    return loadAwaitingList(store, { doctorId: by.id, ...reader });
  const isMine = and(eq(consultOrder.doctorId, by.id), eq(consultOrder.status, active));
  const waits = and(eq(consultOrder.status, awaiting), forDoctor(by.id));
  const [mine, waiting] = await Promise.all([
    readOrders(store, matchingOrders(store, query, isMine), byAcceptTime),
    readOrders(store, matchingOrders(store, query, waits), longestWaitFirst),
  ]);
  return viewOrders(store, [...mine, ...waiting], reader);
}

/**
 * The doctor's running consultations, then the patients who wait for this doctor or for any: the urgent first, then the
 * longest waiting.
 */
export const readAwaiting =
  ({ nameOf, links }: OrderNeeds) =>
  async (query: Query, context: CallContext): Promise<Outcome<OrderView[]>> =>
    done((await viewsFor(query, nameOf, context)).map((order) => withLinks(order, links, context.by)));

/** How many patients wait for this doctor or for any, and this doctor's orders by status. */
export async function countAll(_: unknown, { by, at, store }: CallContext) {
  const { waiting, active, finished, cancelled, today } = await orderCountsOf(store, by.id, at);
  return done({
    awaitNum: waiting,
    processNum: active,
    finishNum: finished,
    cancelNum: cancelled,
    todayNum: today,
  });
}
