import type * as z from 'zod/mini';
import {
  type ConversationEvent,
  type ImMessage,
  MessageStatus,
  type Refusal,
  type RefusalReason,
} from '../../contract/im.ts';
import type { imEvent } from '../db/schema/messages.ts';

export type EventRow = typeof imEvent.$inferSelect;

/** A message or event as the server writes it; ids get their brands where they are parsed. */
export type WireMessage = z.input<typeof ImMessage>;
export type WireEvent = z.input<typeof ConversationEvent>;

/** A stored message as doctor and patient see it. A recalled one keeps its number but has no content; the row still has it. */
export const messageOnWire = (row: EventRow, orderId: string): WireMessage => {
  const { id, seq, clientMessageId, conversationId, senderId, senderType, status, sendTime } = row;
  const content = status === MessageStatus.recalled ? '' : (row.content ?? '');
  const type = row.type ?? 0;
  return { id, seq, clientMessageId, conversationId, orderId, senderId, senderType, status, sendTime, content, type };
};

/** A stored event as doctor and patient see it. */
export function eventOnWire(row: EventRow, orderId: string): WireEvent {
  const { conversationId, seq, kind } = row;
  if (kind === 'message') return { conversationId, seq, kind, message: messageOnWire(row, orderId) };
  // This program wrote the payload for this kind, so it has the kind's type.
  return { ...row.payload, conversationId, seq, kind } as WireEvent;
}

/** The negative acknowledgement of a client's event. */
export const refusal = (why: RefusalReason, message: string, more: object = {}): z.input<typeof Refusal> => ({
  ok: false,
  why,
  message,
  ...more,
});
