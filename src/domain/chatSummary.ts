import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { isAnswer } from '../../contract/answers.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId } from '../../contract/ids.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import type { ChatMessage } from './message.ts';
import { typeOf } from './messageBody.ts';
import type { Outgoing } from './outgoing.ts';
import type { Timeline } from './timeline.ts';

/**
 * Send times of the patient's unanswered messages, the oldest first. A message that was read and not answered still
 * waits. An answer counts once the platform has stored it; what is one is said in contract/answers.ts.
 */
export function unanswered(messages: readonly ChatMessage[]): readonly number[] {
  const times: number[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.id === null || message.recalled) continue;
    const type = typeOf(message.body);
    if (type === MessageType.notice) continue;
    if (isAnswer({ senderType: message.senderType, type })) break;
    if (message.senderType === SenderType.patient) times.push(message.sendTime);
  }
  return times.reverse();
}

type Answered = Pick<ConsultOrder, 'answerTime' | 'waitingSince'>;

/**
 * Since when the patient has waited for an answer; something else than a message may have answered the older ones. `times`
 * are the unanswered messages, null while only the platform's list is known.
 */
export const waitingSince = (times: readonly number[] | null, order: Answered): number | null =>
  times === null ? (order.waitingSince ?? null) : (times.find((time) => time > (order.answerTime ?? 0)) ?? null);

/** What the doctor may say about the patient's unanswered messages, and has said. */
export type NoAnswer = {
  /** Send time of the newest unanswered message, up to which "no answer needed" can be said; null if it cannot. */
  readonly sayUpTo: number | null;
  /** The doctor said so, and nothing came since. */
  readonly said: boolean;
};

const nothingToSay: NoAnswer = { sayUpTo: null, said: false };

/** `times` are the unanswered messages of an opened conversation; null while only the platform's list is known. */
export function noAnswerOf(order: ConsultOrder, times: readonly number[] | null): NoAnswer {
  const { noAnswer, lastMsg } = order;
  // A platform without the call does not give the field.
  if (order.status !== OrderStatus.active || noAnswer === undefined) return nothingToSay;
  const listed = lastMsg?.senderType === SenderType.patient ? lastMsg.sendTime : null;
  const newest = times === null ? listed : (times.at(-1) ?? null);
  const since = waitingSince(times, order);
  if (since !== null) return { sayUpTo: newest ?? since, said: false };
  return { sayUpTo: null, said: noAnswer !== null && newest !== null && newest <= noAnswer.until };
}

/** One row of the conversation list. Until the conversation is loaded, the order of the platform's list says the rest. */
export type ChatSummary = {
  readonly conversationId: ConversationId;
  readonly last: ChatMessage | null;
  /** Null until the conversation is loaded. */
  readonly unread: number | null;
  /** Send times of the patient's unanswered messages, the oldest first; null until the conversation is loaded. */
  readonly unanswered: readonly number[] | null;
  /** Number of own messages that failed to send. */
  readonly failed: number;
  /** Number of own messages being sent. */
  readonly unsent: number;
};

/** The row of a chat, from the chat and own messages that are not in it yet. */
export function summaryOf(timeline: Timeline, outgoing: readonly Outgoing[]): ChatSummary {
  const failed = outgoing.filter(({ delivery }) => delivery.state === 'failed').length;
  const unsent = outgoing.filter(({ seq }) => seq === null).length - failed;
  const isLoaded = timeline.state === 'live' || timeline.state === 'stale';
  return {
    conversationId: timeline.conversationId,
    last: timeline.messages.at(-1) ?? null,
    unread: isLoaded ? timeline.unread : null,
    unanswered: isLoaded ? unanswered(timeline.messages) : null,
    failed,
    unsent,
  };
}

const sameTimes = (a: readonly number[] | null, b: readonly number[] | null) =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((time, index) => time === b[index]));

/** Whether two rows look the same. */
export const sameSummary = (a: ChatSummary, b: ChatSummary): boolean =>
  a.last === b.last &&
  a.unread === b.unread &&
  sameTimes(a.unanswered, b.unanswered) &&
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
