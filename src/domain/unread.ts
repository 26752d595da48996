import { MessageType, SenderType } from '../../contract/im.ts';
import type { StoredMessage } from './mergeMessage.ts';
import type { ChatMessage } from './timeline.ts';

const isNotice = ({ body }: ChatMessage) =>
  body.kind === 'notice' || (body.kind === 'unknown' && body.type === MessageType.notice);

/** How many of the patient's messages the doctor has not seen. The doctor's own and the system's never count. */
export function unreadOf(messages: readonly StoredMessage[], readUpTo: number): number {
  let unread = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.seq <= readUpTo) break;
    if (message.senderType === SenderType.patient && !message.recalled) unread += 1;
  }
  return unread;
}

/**
 * When the patient's messages without an answer were sent, the oldest first. It is not the same as unread: a message that
 * was read and not answered still waits. An answer counts once the platform has it. The card of a prescription or record
 * is one too: the doctor has acted on what the patient said.
 */
export function unanswered(messages: readonly ChatMessage[]): readonly number[] {
  const times: number[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.id === null || message.recalled || isNotice(message)) continue;
    if (message.senderType === SenderType.doctor) break;
    if (message.senderType === SenderType.patient) times.push(message.sendTime);
  }
  return times.reverse();
}

/** Since when the patient waits for an answer. A record signed after a message answers it, although it adds no message. */
export const waitingSince = (
  times: readonly number[],
  { recordSignTime }: { readonly recordSignTime?: number | null | undefined },
): number | null => times.find((time) => time > (recordSignTime ?? 0)) ?? null;
