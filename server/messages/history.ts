import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
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
import { mayReviewerRead } from './reviewerAccess.ts';

type Query = z.output<(typeof queryImMessages)['body']>;
type Pull = z.output<(typeof pullMessages)['body']>;
type History = z.input<(typeof queryImMessages)['reply']>;
type Pulled = z.input<(typeof pullMessages)['reply']>;
type Conversation = typeof imConversation.$inferSelect;

const defaultPageSize = 50;

/** A reader with their role. */
export type Reader = Party & { role: 'patient' | 'doctor' | 'auditor' };

/**
 * Whether somebody who is no party may read a conversation: a doctor while the patient waits for this doctor or for any,
 * a reviewer while one of its prescriptions is under review.
 */
async function isReadableByOthers(
  store: Tenanted,
  { role, id }: Reader,
  { doctorId, orderId }: Conversation,
  at: number,
): Promise<boolean> {
  if (role === 'auditor') return mayReviewerRead(store, id, orderId, at);
  if (role === 'patient' || doctorId !== null) return false;
  const isForThem = or(isNull(consultOrder.requestedDoctorId), eq(consultOrder.requestedDoctorId, id));
  const waits = [eq(consultOrder.id, orderId), eq(consultOrder.status, OrderStatus.awaiting), isForThem];
  return (await store.first(consultOrder, ...waits)) !== null;
}

/** The largest value of the column; larger numbers mean the end of the conversation. */
const maxSeq = 2_147_483_647;
const clampSeq = (seq: number) => Math.min(seq, maxSeq);

/** The largest offset of a page; older messages are read by cursor. */
const maxOffset = 1_000_000;

const eventsOf = (store: Tenanted, conversationId: string, ...conditions: (SQL | undefined)[]) =>
  store.db
    .select()
    .from(imEvent)
    .where(store.own(imEvent, eq(imEvent.conversationId, conversationId), ...conditions));

/** The events after a cursor, and up to where they are complete: the head was read first, so nothing before it is missing. */
async function eventsAfter(store: Tenanted, conversation: Conversation, afterSeq: number, limit: number) {
  const rows = await eventsOf(store, conversation.id, gt(imEvent.seq, afterSeq), lte(imEvent.seq, conversation.lastSeq))
    .orderBy(asc(imEvent.seq))
    .limit(limit);
  const coveredTo = rows.length < limit ? conversation.lastSeq : (rows.at(-1)?.seq ?? conversation.lastSeq);
  return { rows, coveredTo: Math.max(coveredTo, Math.min(afterSeq, conversation.lastSeq)) };
}

const positionsOf = ({ doctorReadUpTo, patientReadUpTo, patientDeliveredUpTo }: Conversation) => ({
  doctorReadUpTo,
  patientReadUpTo,
  patientDeliveredUpTo,
});

async function backfill(
  store: Tenanted,
  conversation: Conversation,
  afterSeq: number,
  limit: number,
): Promise<History> {
  const { rows, coveredTo } = await eventsAfter(store, conversation, afterSeq, limit);
  const list = rows.filter(({ kind }) => kind === 'message').map((row) => messageOnWire(row, conversation.orderId));
  const events = rows.map((row) => eventOnWire(row, conversation.orderId));
  return {
    list,
    total: list.length,
    headSeq: conversation.lastSeq,
    events,
    coveredTo,
    positions: positionsOf(conversation),
  };
}

async function page(store: Tenanted, conversation: Conversation, query: Query): Promise<History> {
  const { beforeSeq, maxId, minId, pageNo = 1, pageSize, limit } = query;
  const size = limit ?? pageSize ?? defaultPageSize;
  const isMessage = eq(imEvent.kind, 'message');
  const rows = await eventsOf(
    store,
    conversation.id,
    isMessage,
    beforeSeq === undefined ? undefined : lt(imEvent.seq, clampSeq(beforeSeq)),
    maxId === undefined ? undefined : lt(imEvent.id, String(maxId)),
    minId === undefined ? undefined : gt(imEvent.id, String(minId)),
  )
    .orderBy(desc(imEvent.seq))
    .limit(size)
    .offset(Math.min((pageNo - 1) * size, maxOffset));
  const total = await store.count(imEvent, eq(imEvent.conversationId, conversation.id), isMessage);
  const list = rows.reverse().map((row) => messageOnWire(row, conversation.orderId));
  return { list, total, headSeq: conversation.lastSeq, events: [], coveredTo: 0, positions: positionsOf(conversation) };
}

/** A conversation's history, by page or by cursor, whether it is the reader's own conversation, and its patient. */
export async function readHistory(
  store: Tenanted,
  reader: Reader,
  query: Query,
  at: number,
): Promise<Outcome<History> & { isOwn: boolean; patientId: string | null }> {
  const conversation = await store.first(imConversation, eq(imConversation.id, query.conversationId));
  const isOwn = conversation !== null && isPartyOf(reader, conversation);
  const patientId = conversation?.patientId ?? null;
  if (!conversation || !(isOwn || (await isReadableByOthers(store, reader, conversation, at))))
    return { ...refused(Code.notFound), isOwn, patientId };
  const { afterSeq, limit = limits.backfillPage } = query;
  const found =
    afterSeq === undefined
      ? page(store, conversation, query)
      : backfill(store, conversation, clampSeq(afterSeq), limit);
  return { ...done(await found), isOwn, patientId };
}

const ownedBy = ({ type, id }: Party) =>
  type === SenderType.patient ? eq(imConversation.patientId, id) : eq(imConversation.doctorId, id);

/** The conversations among these that are this party's own. */
export const ownConversations = (store: Tenanted, reader: Party, ids: readonly string[]): Promise<Conversation[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : store.rows(imConversation, and(ownedBy(reader), inArray(imConversation.id, [...ids])));

/** The events after each of several cursors, in one answer of limited size. */
export async function pullEvents(store: Tenanted, reader: Party, { cursors, size }: Pull): Promise<Pulled> {
  const conversations = await ownConversations(store, reader, Object.keys(cursors));
  const pull: Pulled = { events: [], coveredTo: {}, heads: {} };
  for (const conversation of conversations) {
    const cursor = clampSeq(cursors[conversation.id] ?? 0);
    const room = size - pull.events.length;
    pull.heads[conversation.id] = conversation.lastSeq;
    if (cursor >= conversation.lastSeq) pull.coveredTo[conversation.id] = conversation.lastSeq;
    else if (room <= 0) pull.coveredTo[conversation.id] = cursor;
    else {
      const { rows, coveredTo } = await eventsAfter(store, conversation, cursor, room);
      pull.events.push(...rows.map((row) => eventOnWire(row, conversation.orderId)));
      pull.coveredTo[conversation.id] = coveredTo;
    }
  }
  return pull;
}
