import type * as z from 'zod/mini';
import type { queryImMessages } from '../../contract/http/im.ts';
import {
  type ConversationEvent,
  type ImMessage,
  MessageStatus,
  type Refusal,
  type RefusalReason,
} from '../../contract/im.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { imConversation, imEvent } from '../db/schema/messages.ts';

export type EventRow = typeof imEvent.$inferSelect;
export type ConversationRow = typeof imConversation.$inferSelect;
export type History = ReplyInputOf<typeof queryImMessages>;

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

const positionsOf = ({ doctorReadUpTo, patientReadUpTo, patientDeliveredUpTo }: ConversationRow) => ({
  doctorReadUpTo,
  patientReadUpTo,
  patientDeliveredUpTo,
});

/** A page of messages, which were read newest first, in their order. */
export function pageOnWire(
  conversation: ConversationRow,
  { rows, total }: { rows: readonly EventRow[]; total: number },
): History {
  const list = rows.map((row) => messageOnWire(row, conversation.orderId)).toReversed();
  return { list, total, headSeq: conversation.lastSeq, events: [], coveredTo: 0, positions: positionsOf(conversation) };
}

/** The events after a cursor, with the messages among them as a list. */
export function backfillOnWire(
  conversation: ConversationRow,
  { rows, coveredTo }: { rows: readonly EventRow[]; coveredTo: number },
): History {
  const { orderId, lastSeq: headSeq } = conversation;
  const list = rows.filter(({ kind }) => kind === 'message').map((row) => messageOnWire(row, orderId));
  const events = rows.map((row) => eventOnWire(row, orderId));
  return { list, total: list.length, headSeq, events, coveredTo, positions: positionsOf(conversation) };
}

/** The negative acknowledgement of a client's event. */
export const refusal = (why: RefusalReason, message: string, more: object = {}): z.input<typeof Refusal> => ({
  ok: false,
  why,
  message,
  ...more,
});
