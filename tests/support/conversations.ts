import { ConversationId, MessageId, OrderId } from '../../contract/ids.ts';
import { type ConversationEvent, type ImMessage, MessageType, SenderType } from '../../contract/im.ts';

export const conversationId = ConversationId.parse('c1');
export const orderId = OrderId.parse('o1');

type Said = {
  readonly by?: number;
  readonly text?: string;
  readonly clientMessageId?: string;
  readonly in?: ConversationId;
  readonly at?: number;
};

/** A stored text message at `seq`. */
export const message = (seq: number, { by = SenderType.patient, text = `m${seq}`, ...said }: Said = {}): ImMessage => ({
  id: MessageId.parse(`id${seq}`),
  seq,
  clientMessageId: said.clientMessageId ?? null,
  conversationId: said.in ?? conversationId,
  orderId,
  senderId: String(by),
  senderType: by,
  type: MessageType.text,
  content: JSON.stringify({ content: text }),
  status: 0,
  sendTime: said.at ?? seq * 1_000,
});

/** The event of that message. */
export const written = (seq: number, said: Said = {}): ConversationEvent => ({
  kind: 'message',
  conversationId: said.in ?? conversationId,
  seq,
  message: message(seq, said),
});

/** A position event of one side. */
export const seen = (seq: number, reader: number, readUpTo: number, deliveredUpTo = readUpTo): ConversationEvent => ({
  kind: 'read',
  conversationId,
  seq,
  reader,
  readUpTo,
  deliveredUpTo,
});

/** A recall event. */
export const takenBack = (seq: number, messageSeq: number): ConversationEvent => ({
  kind: 'recall',
  conversationId,
  seq,
  messageId: MessageId.parse(`id${messageSeq}`),
  messageSeq,
  by: SenderType.doctor,
  time: seq * 1_000,
});
