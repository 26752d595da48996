import { MessageType, SenderType } from '../../contract/im.ts';
import type { StoredMessage } from './mergeMessage.ts';
import type { ChatMessage } from './timeline.ts';

const isNotice = ({ body }: ChatMessage) =>
  body.kind === 'notice' || (body.kind === 'unknown' && body.type === MessageType.notice);

/** Number of the patient's messages that the doctor has not read. Messages of the doctor and the system never count. */
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
 * Send times of the patient's unanswered messages, the oldest first. A message that was read and not answered still
 * waits. An answer counts once the platform has stored it. The card of a prescription or record is an answer too,
 * because the doctor has acted on the message.
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

/**
 * Since when the patient has waited for an answer. A record signed after a message answers it, although it adds no
 * message.
 */
export const waitingSince = (
  times: readonly number[],
  { recordSignTime }: { readonly recordSignTime?: number | null | undefined },
): number | null => times.find((time) => time > (recordSignTime ?? 0)) ?? null;
