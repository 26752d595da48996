import { SenderType } from '../../contract/im.ts';
import type { Conversation } from './conversation.ts';
import { readBody } from './messageBody.ts';
import type { Outgoing } from './outgoing.ts';
import type { ChatMessage, Timeline } from './timeline.ts';
import { unreadOf } from './unread.ts';

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
