import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { isAnswer } from '../../contract/answers.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId } from '../../contract/ids.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import type { ChatMessage } from './message.ts';
import { typeOf } from './messageBody.ts';
import type { Outgoing } from './outgoing.ts';
import type { Timeline } from './timeline.ts';

/** A stored message's number in its conversation, and when it was sent. */
export type Sent = { readonly seq: number; readonly sendTime: number };

/**
 * The patient's unanswered messages, the oldest first. A message that was read and not answered still waits. An answer counts
 * once the platform has stored it; what is one is said in contract/answers.ts.
 */
export function unanswered(messages: readonly ChatMessage[]): readonly Sent[] {
  const sent: Sent[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.id === null || message.seq === null || message.recalled) continue;
    const { seq, sendTime } = message;
    const type = typeOf(message.body);
    if (type === MessageType.notice) continue;
    if (isAnswer({ senderType: message.senderType, type })) break;
    if (message.senderType === SenderType.patient) sent.push({ seq, sendTime });
  }
  return sent.reverse();
}

/** Whether a message is not after an answer. A platform that does not number answers names only the answer's time. */
const isCovered = ({ seq, sendTime }: Sent, upTo: Partial<Sent>): boolean =>
  upTo.seq === undefined ? sendTime <= (upTo.sendTime ?? 0) : seq <= upTo.seq;

/** Null is what a platform says that numbers answers and knows of none. */
const numberOf = (seq: number | null | undefined) => (seq === undefined ? {} : { seq: seq ?? 0 });

type Answered = Pick<ConsultOrder, 'answerTime' | 'answerSeq' | 'waitingSince'>;

/**
 * Since when the patient has waited for an answer; something else than a message may have answered the older ones. `sent`
 * are the unanswered messages, null while only the platform's list is known.
 */
export function waitingSince(sent: readonly Sent[] | null, order: Answered): number | null {
  if (sent === null) return order.waitingSince ?? null;
  const answer = { sendTime: order.answerTime ?? 0, ...numberOf(order.answerSeq) };
  const times = sent.filter((one) => !isCovered(one, answer)).map(({ sendTime }) => sendTime);
  // Not the first one's time, which is too late if the clock went back since.
  return times.length === 0 ? null : Math.min(...times);
}

/** What the doctor may say about the patient's unanswered messages, and has said. */
export type NoAnswer = {
  /** Send time of the newest unanswered message, up to which "no answer needed" can be said; null if it cannot. */
  readonly sayUpTo: number | null;
  /** The doctor said so, and nothing came since. */
  readonly said: boolean;
};

const nothingToSay: NoAnswer = { sayUpTo: null, said: false };

/** `sent` are the unanswered messages of an opened conversation; null while only the platform's list is known. */
export function noAnswerOf(order: ConsultOrder, sent: readonly Sent[] | null): NoAnswer {
  const { noAnswer, lastMsg } = order;
  // A platform without the call does not give the field.
  if (order.status !== OrderStatus.active || noAnswer === undefined) return nothingToSay;
  const listed = lastMsg?.senderType === SenderType.patient ? lastMsg : null;
  const newest = sent === null ? listed : (sent.at(-1) ?? null);
  const since = waitingSince(sent, order);
  if (since !== null) return { sayUpTo: newest?.sendTime ?? since, said: false };
  if (noAnswer === null || newest === null) return nothingToSay;
  return { sayUpTo: null, said: isCovered(newest, { sendTime: noAnswer.until, ...numberOf(noAnswer.seq) }) };
}

/** One row of the conversation list. Until the conversation is loaded, the order of the platform's list says the rest. */
export type ChatSummary = {
  readonly conversationId: ConversationId;
  readonly last: ChatMessage | null;
  /** Null until the conversation is loaded. */
  readonly unread: number | null;
  /** The patient's unanswered messages, the oldest first; null until the conversation is loaded. */
  readonly unanswered: readonly Sent[] | null;
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

const sameMessages = (a: readonly Sent[] | null, b: readonly Sent[] | null) =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every(({ seq }, index) => seq === b[index]?.seq));

/** Whether two rows look the same. */
export const sameSummary = (a: ChatSummary, b: ChatSummary): boolean =>
  a.last === b.last &&
  a.unread === b.unread &&
  sameMessages(a.unanswered, b.unanswered) &&
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
