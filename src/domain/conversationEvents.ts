import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import type { Conversation } from './conversation.ts';
import { deliveryAt } from './delivery.ts';
import { fromWire, mergeMessage, placeOf, recalled, type StoredMessage } from './mergeMessage.ts';
import type { PrescriptionMark } from './timeline.ts';

/** A mutable copy of a conversation. */
export type Draft = { -readonly [K in keyof Conversation]: Conversation[K] };

function markPrescription(draft: Draft, mark: PrescriptionMark) {
  const known = draft.prescriptions[mark.id];
  if (known === undefined || known.version <= mark.version)
    draft.prescriptions = { ...draft.prescriptions, [mark.id]: mark };
}

/** Applies one event to the copy. */
export function applyEvent(draft: Draft, event: ConversationEvent) {
  switch (event.kind) {
    case 'message':
      draft.messages = mergeMessage(draft.messages, fromWire(event.message));
      return;
    case 'recall': {
      const { index, found } = placeOf(draft.messages, event.messageSeq);
      const message = draft.messages[index];
      if (found && message) draft.messages = draft.messages.with(index, recalled(message));
      else draft.takenBack = new Set(draft.takenBack).add(event.messageSeq);
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
export function markDeliveries(draft: Draft, before: Conversation) {
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
