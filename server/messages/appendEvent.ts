import { eq, sql } from 'drizzle-orm';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type EventRow, eventOnWire } from './wire.ts';

/** An event to append to a conversation; its number, id and hospital are assigned here. */
type NewEvent = Pick<EventRow, 'kind' | 'senderType' | 'senderId'> &
  Partial<Pick<EventRow, 'type' | 'content' | 'payload'>>;

/** Appends an event to a conversation, in the transaction of the change that it describes, and announces it. */
export async function appendEvent(
  tx: Transaction,
  conversationId: string,
  event: NewEvent,
  at: number,
): Promise<EventRow> {
  const [head] = await tx.change(
    imConversation,
    { lastSeq: sql`${imConversation.lastSeq} + 1` },
    eq(imConversation.id, conversationId),
  );
  if (!head) throw new Error(`there is no conversation ${conversationId} to appendEvent to`);
  const row = await tx.add(imEvent, { ...event, conversationId, seq: head.lastSeq, sendTime: at });
  const onWire = eventOnWire(row, head.orderId);
  tx.announce({ type: 'conversation.advanced', conversationId, seq: row.seq, event: onWire });
  return row;
}
