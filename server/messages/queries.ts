import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { queryImMessages } from '../../contract/http/im.ts';
import { SenderType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { Party } from './party.ts';
import { waitsFor } from './policy.ts';
import type { ConversationRow, EventRow } from './wire.ts';

/** The largest value of the column; larger numbers mean the end of the conversation. */
const maxSeq = 2_147_483_647;
export const clampSeq = (seq: number): number => Math.min(seq, maxSeq);

export const findConversation = (store: HospitalStore, id: string): Promise<ConversationRow | null> =>
  store.first(imConversation, eq(imConversation.id, id));

const ownedBy = ({ type, id }: Party) =>
  type === SenderType.patient ? eq(imConversation.patientId, id) : eq(imConversation.doctorId, id);

/** The conversations among these that are this party's own. */
export const ownConversations = (
  store: HospitalStore,
  reader: Party,
  ids: readonly string[],
): Promise<ConversationRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : store.rows(imConversation, and(ownedBy(reader), inArray(imConversation.id, [...ids])));

/** Whether the patient of a consultation waits for this doctor or for any. */
export const isAwaited = async (store: HospitalStore, doctorId: string, orderId: string): Promise<boolean> =>
  (await store.first(consultOrder, ...waitsFor(doctorId, orderId))) !== null;

/** The message that this party sent under this id, if it was stored. */
export const findSent = (
  store: HospitalStore,
  { type, id }: Party,
  clientMessageId: string,
): Promise<EventRow | null> =>
  store.first(
    imEvent,
    eq(imEvent.senderType, type),
    eq(imEvent.senderId, id),
    eq(imEvent.clientMessageId, clientMessageId),
  );

/** The uploads of a party that can be sent in a conversation, as a condition of a query. */
export function isClaimable({ type, id }: Party, conversationId: string, keys: string[]): SQL | undefined {
  const isMine = and(eq(fileObject.ownerType, type), eq(fileObject.ownerId, id), inArray(fileObject.key, keys));
  const isHere = or(isNull(fileObject.conversationId), eq(fileObject.conversationId, conversationId));
  return and(isMine, isHere, isNull(fileObject.withdrawnTime), isNull(fileObject.quarantine));
}

/** The uploads among these keys that a party can send in a conversation. */
export const claimableFiles = (store: HospitalStore, from: Party, conversationId: string, keys: string[]) =>
  store.rows(fileObject, isClaimable(from, conversationId, keys));

const eventsOf = (store: HospitalStore, conversationId: string, ...conditions: (SQL | undefined)[]) =>
  store.db
    .select()
    .from(imEvent)
    .where(store.own(imEvent, eq(imEvent.conversationId, conversationId), ...conditions));

/** The events after a cursor, and up to where they are complete: the head was read first, so nothing before it is missing. */
export async function eventsAfter(
  store: HospitalStore,
  { id, lastSeq }: ConversationRow,
  afterSeq: number,
  limit: number,
) {
  const rows = await eventsOf(store, id, gt(imEvent.seq, afterSeq), lte(imEvent.seq, lastSeq))
    .orderBy(asc(imEvent.seq))
    .limit(limit);
  const coveredTo = rows.length < limit ? lastSeq : (rows.at(-1)?.seq ?? lastSeq);
  return { rows, coveredTo: Math.max(coveredTo, Math.min(afterSeq, lastSeq)) };
}

const defaultPageSize = 50;
/** The largest offset of a page; older messages are read by cursor. */
const maxOffset = 1_000_000;

/** A page of the messages of a conversation, newest first, and how many it has. */
export async function messagesPage(
  store: HospitalStore,
  { id }: ConversationRow,
  query: RequestOf<typeof queryImMessages>,
) {
  const { beforeSeq, maxId, minId, pageNo = 1, pageSize, limit } = query;
  const size = limit ?? pageSize ?? defaultPageSize;
  const isMessage = eq(imEvent.kind, 'message');
  const rows = await eventsOf(
    store,
    id,
    isMessage,
    beforeSeq === undefined ? undefined : lt(imEvent.seq, clampSeq(beforeSeq)),
    maxId === undefined ? undefined : lt(imEvent.id, String(maxId)),
    minId === undefined ? undefined : gt(imEvent.id, String(minId)),
  )
    .orderBy(desc(imEvent.seq))
    .limit(size)
    .offset(Math.min((pageNo - 1) * size, maxOffset));
  return { rows, total: await store.count(imEvent, eq(imEvent.conversationId, id), isMessage) };
}
