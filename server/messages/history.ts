import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { pullMessages } from '../../contract/extension/im.ts';
import type { queryImMessages } from '../../contract/http/im.ts';
import { SenderType } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { eventOnWire, messageOnWire } from './onWire.ts';
import { isPartyOf, type Party } from './party.ts';

type Query = z.output<(typeof queryImMessages)['body']>;
type Pull = z.output<(typeof pullMessages)['body']>;
type Past = z.input<(typeof queryImMessages)['reply']>;
type Pulled = z.input<(typeof pullMessages)['reply']>;
type Conversation = typeof imConversation.$inferSelect;

const usualPage = 50;

/** Whoever reads, and whether they may look at what waiting patients have said: doctors may, auditors may not. */
export type Reader = Party & { seesWaiting: boolean };

/** Any doctor of the hospital may look at what a waiting patient said; afterwards only the two sides may. */
async function isLookable(store: Tenanted, { seesWaiting }: Reader, place: Conversation): Promise<boolean> {
  if (!seesWaiting || place.doctorId !== null) return false;
  const waits = [eq(consultOrder.id, place.orderId), eq(consultOrder.status, OrderStatus.awaiting)];
  return (await store.first(consultOrder, ...waits)) !== null;
}

/** No conversation is longer; whatever is asked for beyond it is its end. */
const lastSeq = 2_147_483_647;
const asSeq = (asked: number) => Math.min(asked, lastSeq);

/** Nobody turns so many pages; whatever lies behind them is found by cursor. */
const furthest = 1_000_000;

const eventsOf = (store: Tenanted, conversationId: string, ...conditions: (SQL | undefined)[]) =>
  store.db
    .select()
    .from(imEvent)
    .where(store.own(imEvent, eq(imEvent.conversationId, conversationId), ...conditions));

/** What follows a cursor, and how far that is complete: the head was read first, so nothing up to it can be missing. */
async function following(store: Tenanted, place: Conversation, afterSeq: number, limit: number) {
  const rows = await eventsOf(store, place.id, gt(imEvent.seq, afterSeq), lte(imEvent.seq, place.lastSeq))
    .orderBy(asc(imEvent.seq))
    .limit(limit);
  const coveredTo = rows.length < limit ? place.lastSeq : (rows.at(-1)?.seq ?? place.lastSeq);
  return { rows, coveredTo: Math.max(coveredTo, Math.min(afterSeq, place.lastSeq)) };
}

const positionsOf = ({ doctorReadUpTo, patientReadUpTo, patientDeliveredUpTo }: Conversation) => ({
  doctorReadUpTo,
  patientReadUpTo,
  patientDeliveredUpTo,
});

async function backfill(store: Tenanted, place: Conversation, afterSeq: number, limit: number): Promise<Past> {
  const { rows, coveredTo } = await following(store, place, afterSeq, limit);
  const list = rows.filter(({ kind }) => kind === 'message').map((row) => messageOnWire(row, place.orderId));
  const events = rows.map((row) => eventOnWire(row, place.orderId));
  return { list, total: list.length, headSeq: place.lastSeq, events, coveredTo, positions: positionsOf(place) };
}

async function page(store: Tenanted, place: Conversation, query: Query): Promise<Past> {
  const { beforeSeq, maxId, minId, pageNo = 1, pageSize, limit } = query;
  const size = limit ?? pageSize ?? usualPage;
  const isMessage = eq(imEvent.kind, 'message');
  const rows = await eventsOf(
    store,
    place.id,
    isMessage,
    beforeSeq === undefined ? undefined : lt(imEvent.seq, asSeq(beforeSeq)),
    maxId === undefined ? undefined : lt(imEvent.id, String(maxId)),
    minId === undefined ? undefined : gt(imEvent.id, String(minId)),
  )
    .orderBy(desc(imEvent.seq))
    .limit(size)
    .offset(Math.min((pageNo - 1) * size, furthest));
  const total = await store.count(imEvent, eq(imEvent.conversationId, place.id), isMessage);
  const list = rows.reverse().map((row) => messageOnWire(row, place.orderId));
  return { list, total, headSeq: place.lastSeq, events: [], coveredTo: 0, positions: positionsOf(place) };
}

/** A conversation's past, by page or by cursor, and whether it is the reader's own conversation. */
export async function past(store: Tenanted, reader: Reader, query: Query): Promise<Outcome<Past> & { isOwn: boolean }> {
  const place = await store.first(imConversation, eq(imConversation.id, query.conversationId));
  const isOwn = place !== null && isPartyOf(reader, place);
  if (!place || !(isOwn || (await isLookable(store, reader, place)))) return { ...refused(Code.notFound), isOwn };
  const { afterSeq, limit = limits.backfillPage } = query;
  const found = afterSeq === undefined ? page(store, place, query) : backfill(store, place, asSeq(afterSeq), limit);
  return { ...done(await found), isOwn };
}

const ownedBy = ({ type, id }: Party) =>
  type === SenderType.patient ? eq(imConversation.patientId, id) : eq(imConversation.doctorId, id);

/** Where conversations stand, of those that are this side's. */
export const placesOf = (store: Tenanted, reader: Party, ids: readonly string[]): Promise<Conversation[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : store.rows(imConversation, and(ownedBy(reader), inArray(imConversation.id, [...ids])));

/** What follows each of many cursors, in one answer of bounded size. */
export async function pulled(store: Tenanted, reader: Party, { cursors, size }: Pull): Promise<Pulled> {
  const places = await placesOf(store, reader, Object.keys(cursors));
  const pull: Pulled = { events: [], coveredTo: {}, heads: {} };
  for (const place of places) {
    const cursor = asSeq(cursors[place.id] ?? 0);
    const room = size - pull.events.length;
    pull.heads[place.id] = place.lastSeq;
    if (cursor >= place.lastSeq) pull.coveredTo[place.id] = place.lastSeq;
    else if (room <= 0) pull.coveredTo[place.id] = cursor;
    else {
      const { rows, coveredTo } = await following(store, place, cursor, room);
      pull.events.push(...rows.map((row) => eventOnWire(row, place.orderId)));
      pull.coveredTo[place.id] = coveredTo;
    }
  }
  return pull;
}
