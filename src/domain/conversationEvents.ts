import { ClientMessageId } from '../../contract/ids.ts';
import { type ConversationEvent, type ImMessage, MessageStatus, MessageType, SenderType } from '../../contract/im.ts';
import type { MessageBody, PrescriptionMark, StoredMessage } from './message.ts';
import { readBody } from './messageBody.ts';
import { deliveryAt } from './outgoing.ts';
import type { Conversation, MutableConversation } from './timeline.ts';

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

function markPrescription(draft: MutableConversation, mark: PrescriptionMark) {
  const known = draft.prescriptions[mark.id];
  if (known === undefined || known.version <= mark.version)
    draft.prescriptions = { ...draft.prescriptions, [mark.id]: mark };
}

/** Applies one event to the copy. */
export function applyEvent(draft: MutableConversation, event: ConversationEvent) {
  switch (event.kind) {
    case 'message':
      draft.messages = mergeMessage(draft.messages, fromWire(event.message));
      return;
    case 'recall': {
      const { index, found } = placeOf(draft.messages, event.messageSeq);
      const message = draft.messages[index];
      if (found && message) draft.messages = draft.messages.with(index, recalled(message));
      else draft.recalledEarly = new Set(draft.recalledEarly).add(event.messageSeq);
      return;
    }
    case 'read':
      if (event.reader === SenderType.doctor) draft.doctorReadUpTo = Math.max(draft.doctorReadUpTo, event.readUpTo);
      if (event.reader === SenderType.patient) {
        draft.patientReadUpTo = Math.max(draft.patientReadUpTo, event.readUpTo);
        draft.patientDeliveredUpTo = Math.max(draft.patientDeliveredUpTo, event.deliveredUpTo, event.readUpTo);
      }
      return;
    case 'prescription':
      return markPrescription(draft, {
        id: event.prescriptionId,
        status: event.status,
        auditStatus: event.auditStatus,
        version: event.version,
        remark: event.remark ?? null,
      });
    case 'order':
      return;
  }
}

/** Updates the delivery state of own messages that are new or that a position of the patient has passed. */
export function markDeliveries(draft: MutableConversation, before: Conversation) {
  const { patientDeliveredUpTo: delivered, patientReadUpTo: read } = before;
  const from = Math.min(
    before.messages.at(-1)?.seq ?? 0,
    draft.patientDeliveredUpTo === delivered ? Number.POSITIVE_INFINITY : delivered,
    draft.patientReadUpTo === read ? Number.POSITIVE_INFINITY : read,
  );
  let marked: StoredMessage[] | null = null;
  for (let index = draft.messages.length - 1; index >= 0; index -= 1) {
    const message = draft.messages[index];
    if (message === undefined || message.seq <= from) break;
    if (!message.mine) continue;
    const delivery = deliveryAt(message.seq, draft.patientDeliveredUpTo, draft.patientReadUpTo);
    if (delivery.state === message.delivery?.state) continue;
    marked ??= [...draft.messages];
    marked[index] = { ...message, delivery };
  }
  if (marked) draft.messages = marked;
}
