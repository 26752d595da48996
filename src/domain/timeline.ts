import { isWritten } from '../../contract/answers.ts';
import type { ConversationId } from '../../contract/ids.ts';
import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import type { ChatMessage, PrescriptionMark, StoredMessage } from './message.ts';
import { readBody, typeOf } from './messageBody.ts';
import type { Outgoing } from './outgoing.ts';

/** A conversation as the chat shows it: a window of messages, oldest first, own unsent ones last. */
export type Timeline = {
  readonly conversationId: ConversationId;
  readonly messages: readonly ChatMessage[];
  /** Virtuoso's firstItemIndex: falls by the number of prepended rows, so that the list does not scroll. */
  readonly firstIndex: number;
  readonly hasOlder: boolean;
  /** The highest seq up to which everything is applied. */
  readonly cursor: number;
  readonly headSeq: number;
  readonly doctorReadUpTo: number;
  readonly patientReadUpTo: number;
  readonly patientDeliveredUpTo: number;
  /** Patient's messages above `doctorReadUpTo`. */
  readonly unread: number;
  readonly prescriptions: Readonly<Record<string, PrescriptionMark>>;
  /**
   * `loading` until the first page is loaded; `stale` while the link is down; `failed` if the first page could not be
   * loaded.
   */
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
};

/** The loaded part of a conversation: everything from `base` to `cursor`, without gaps. */
export type Conversation = Pick<
  Timeline,
  | 'conversationId'
  | 'cursor'
  | 'headSeq'
  | 'doctorReadUpTo'
  | 'patientReadUpTo'
  | 'patientDeliveredUpTo'
  | 'prescriptions'
> & {
  readonly messages: readonly StoredMessage[];
  /** Messages up to here are not loaded. */
  readonly base: number;
  readonly firstIndex: number;
  /** Events that arrived too early, by seq; applied when the gap before them is filled. */
  readonly outOfOrder: ReadonlyMap<number, ConversationEvent>;
  /** Seqs of messages recalled before they were loaded. */
  readonly recalledEarly: ReadonlySet<number>;
};

/** A mutable copy of a conversation. */
export type MutableConversation = { -readonly [K in keyof Conversation]: Conversation[K] };

/** The bubble of a message that the platform's copy has not replaced. */
export const bubbleOf = (outgoing: Outgoing): ChatMessage => ({
  key: outgoing.clientMessageId,
  id: null,
  seq: outgoing.seq,
  clientMessageId: outgoing.clientMessageId,
  senderType: SenderType.doctor,
  mine: true,
  body: readBody(outgoing.type, outgoing.content),
  sendTime: outgoing.writtenAt,
  recalled: false,
  delivery: outgoing.delivery,
});

/** An own message needs a bubble until everything up to its seq is applied. */
export const isAhead = ({ seq }: Outgoing, cursor: number): boolean => seq === null || seq > cursor;

/** Whether the patient wrote, spoke or attached it, and has not recalled it; contract/answers.ts says what is written. */
export const isOfPatient = ({ senderType, recalled, body }: ChatMessage): boolean =>
  senderType === SenderType.patient && !recalled && isWritten(typeOf(body));

/** Number of the patient's messages that the doctor has not read. */
export function unreadOf(messages: readonly StoredMessage[], readUpTo: number): number {
  let unread = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.seq <= readUpTo) break;
    if (isOfPatient(message)) unread += 1;
  }
  return unread;
}

/** The chat for the screen. `bubbles` are own messages not yet in the conversation, in the order of writing. */
export function timelineOf(
  conversation: Conversation,
  bubbles: readonly ChatMessage[],
  state: Timeline['state'],
): Timeline {
  const { messages, base, doctorReadUpTo } = conversation;
  return {
    conversationId: conversation.conversationId,
    messages: bubbles.length === 0 ? messages : [...messages, ...bubbles],
    firstIndex: conversation.firstIndex,
    hasOlder: base > 0,
    cursor: conversation.cursor,
    headSeq: conversation.headSeq,
    doctorReadUpTo,
    patientReadUpTo: conversation.patientReadUpTo,
    patientDeliveredUpTo: conversation.patientDeliveredUpTo,
    unread: unreadOf(messages, doctorReadUpTo),
    prescriptions: conversation.prescriptions,
    state,
  };
}
