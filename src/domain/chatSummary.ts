import type { ConversationId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { Outgoing } from './outgoing.ts';
import type { ChatMessage, Timeline } from './timeline.ts';
import { unanswered } from './unread.ts';

/** One row of the conversation list. */
export type ChatSummary = {
  readonly conversationId: ConversationId;
  readonly last: ChatMessage | null;
  readonly unread: number;
  /** Send times of the patient's unanswered messages, the oldest first. */
  readonly unanswered: readonly number[];
  /** Number of own messages that failed to send. */
  readonly failed: number;
  /** Number of own messages being sent. */
  readonly unsent: number;
};

/** The row of a chat, from the chat and own messages that are not in it yet. */
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

/** Whether two rows look the same. */
export const sameSummary = (a: ChatSummary, b: ChatSummary): boolean =>
  a.last === b.last &&
  a.unread === b.unread &&
  a.unanswered.length === b.unanswered.length &&
  a.unanswered.every((time, index) => time === b.unanswered[index]) &&
  a.failed === b.failed &&
  a.unsent === b.unsent;

/** The last message of another sender at or before `upTo`; only such a message can be a read position. */
export function lastOfOthers(messages: readonly ChatMessage[], upTo: number): number {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.seq && message.seq <= upTo && message.senderType !== SenderType.doctor) return message.seq;
  }
  return 0;
}
