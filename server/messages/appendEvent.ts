import { eq, sql } from 'drizzle-orm';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type EventRow, eventOnWire } from './onWire.ts';

/** What is appended to a conversation besides what people write: its number, id and hospital are given here. */
export type Entry = Pick<EventRow, 'kind' | 'senderType' | 'senderId'> &
  Partial<Pick<EventRow, 'type' | 'content' | 'payload'>>;

/** Appends to a conversation in the transaction of the change that it is about, and announces it. */
export async function appendEvent(
  tx: Transaction,
  conversationId: string,
  entry: Entry,
  at: number,
): Promise<EventRow> {
  const [head] = await tx.change(
    imConversation,
    { lastSeq: sql`${imConversation.lastSeq} + 1` },
    eq(imConversation.id, conversationId),
  );
  if (!head) throw new Error(`there is no conversation ${conversationId} to appendEvent to`);
  const row = await tx.add(imEvent, { ...entry, conversationId, seq: head.lastSeq, sendTime: at });
  const event = eventOnWire(row, head.orderId);
  tx.announce({ type: 'conversation.advanced', conversationId, seq: row.seq, event });
  return row;
}
