import { ClientMessageId } from '../../contract/ids.ts';
import { type ImMessage, MessageStatus, MessageType, SenderType } from '../../contract/im.ts';
import { readBody } from './messageBody.ts';
import type { ChatMessage, MessageBody } from './timeline.ts';

/** A stored message always has a seq. */
export type StoredMessage = ChatMessage & { readonly seq: number };

const nothingLeft: MessageBody = { kind: 'unknown', type: MessageType.recalled };

/** A recalled message keeps its seq and loses its content. */
export const recalled = (message: StoredMessage): StoredMessage =>
  message.recalled ? message : { ...message, recalled: true, body: nothingLeft };

/** Converts the platform's row into a chat message. */
export function fromWire(message: ImMessage): StoredMessage {
  const gone = message.status === MessageStatus.recalled || message.type === MessageType.recalled;
  const mine = message.senderType === SenderType.doctor;
  return {
    key: message.clientMessageId ?? message.id,
    id: message.id,
    seq: message.seq,
    // Only own messages are found again by it.
    clientMessageId: mine ? (ClientMessageId.safeParse(message.clientMessageId).data ?? null) : null,
    senderType: message.senderType,
    mine,
    body: gone ? nothingLeft : readBody(message.type, message.content),
    sendTime: message.sendTime,
    recalled: gone,
    delivery: mine ? { state: 'sent' } : null,
  };
}

/** Index at which a message with this seq is, or would be inserted, in a list sorted by seq. */
export function placeOf(messages: readonly StoredMessage[], seq: number): { index: number; found: boolean } {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((messages[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return { index: low, found: messages[low]?.seq === seq };
}

/** Inserts a message by seq. A duplicate changes nothing, and a recalled message stays recalled. */
export function mergeMessage(messages: readonly StoredMessage[], message: StoredMessage): readonly StoredMessage[] {
  const last = messages.at(-1);
  // Engines copy a long list in one step for `toSpliced`; a spread with something behind it copies twice.
  if (last === undefined || last.seq < message.seq) return messages.toSpliced(messages.length, 0, message);
  const { index, found } = placeOf(messages, message.seq);
  const known = messages[index];
  if (!found || known === undefined) return messages.toSpliced(index, 0, message);
  return message.recalled && !known.recalled ? messages.with(index, recalled(known)) : messages;
}
