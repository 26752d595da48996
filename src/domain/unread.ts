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
 * Since when the patient waits for an answer: their oldest message after the doctor's last one. It is not the same as
 * unread: a message that was read and not answered still waits. An answer counts once the platform has it. The card of a
 * prescription or record is one too: the doctor has acted on what the patient said.
 */
export function waitingSince(messages: readonly ChatMessage[]): number | null {
  let since: number | null = null;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.id === null || message.recalled || isNotice(message)) continue;
    if (message.senderType === SenderType.doctor) break;
    if (message.senderType === SenderType.patient) since = message.sendTime;
  }
  return since;
}
