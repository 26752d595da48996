import type { ConversationId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { Outgoing } from './outgoing.ts';
import type { ChatMessage, Timeline } from './timeline.ts';
import { unanswered } from './unread.ts';

/** What the conversation list shows of one conversation. */
export type ChatSummary = {
  readonly conversationId: ConversationId;
  readonly last: ChatMessage | null;
  readonly unread: number;
  /** When the patient's messages that no message answers were sent, the oldest first. */
  readonly unanswered: readonly number[];
  /** Own messages that could not be sent. */
  readonly failed: number;
  /** Own messages still on their way. */
  readonly unsent: number;
};

/** The row of a chat, from the chat and the own messages that are not in it yet. */
export function summaryOf(timeline: Timeline, outgoing: readonly Outgoing[]): ChatSummary {
  const failed = outgoing.filter(({ delivery }) => delivery.state === 'failed').length;
  const unsent = outgoing.filter(({ seq }) => seq === null).length - failed;
  return {
    conversationId: timeline.conversationId,
    last: timeline.messages.at(-1) ?? null,
    unread: timeline.unread,
    unanswered: unanswered(timeline.messages),
    failed,
    unsent,
  };
}

/** Whether a row would look the same. */
export const sameSummary = (a: ChatSummary, b: ChatSummary): boolean =>
  a.last === b.last &&
  a.unread === b.unread &&
  a.unanswered.length === b.unanswered.length &&
  a.unanswered.every((time, index) => time === b.unanswered[index]) &&
  a.failed === b.failed &&
  a.unsent === b.unsent;

/** The last message of somebody else at or before a place: that is what a read position can stand on. */
export function lastOfOthers(messages: readonly ChatMessage[], upTo: number): number {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.seq && message.seq <= upTo && message.senderType !== SenderType.doctor) return message.seq;
  }
  return 0;
}
