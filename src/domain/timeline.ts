import type { ClientMessageId, ConversationId, MessageId, OrderId, PrescriptionId } from '../../contract/ids.ts';
import { type RefusalReason, SenderType } from '../../contract/im.ts';
import { unreadOf } from './chatSummary.ts';
import type { Conversation } from './conversation.ts';
import { readBody } from './messageBody.ts';
import type { Outgoing } from './outgoing.ts';

type Params = Readonly<Record<string, string | number>>;

/** A message's content, parsed from its type and JSON. */
export type MessageBody =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'image';
      readonly url: string;
      readonly thumbnailUrl: string | null;
      readonly width: number;
      readonly height: number;
      readonly name: string | null;
    }
  | { readonly kind: 'voice'; readonly url: string; readonly durationS: number }
  | {
      readonly kind: 'file';
      readonly url: string;
      readonly name: string;
      readonly sizeBytes: number;
      readonly type: string;
    }
  | { readonly kind: 'notice'; readonly code: string; readonly params: Params; readonly text: string }
  | { readonly kind: 'prescription'; readonly prescriptionId: PrescriptionId; readonly prescriptionNo: string }
  | { readonly kind: 'case'; readonly orderId: OrderId; readonly summary: string }
  | {
      readonly kind: 'patient';
      readonly name: string;
      readonly chiefComplaint: string;
      readonly images: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly type: number };

/** Delivery state of an own message. It never goes back. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'sending' }
  /** The platform's rate limit was reached; sending resumes by itself. */
  | { readonly state: 'held' }
  | { readonly state: 'sent' }
  | { readonly state: 'delivered' }
  | { readonly state: 'read' }
  | {
      readonly state: 'failed';
      readonly why: RefusalReason;
      readonly message: string;
      /** Delay after which the platform may accept it, from the refusal on; null if waiting does not help. */
      readonly retryAfterMs: number | null;
    };

/** One row of a chat. `key` stays the same from "sending" to "read". */
export type ChatMessage = {
  readonly key: string;
  readonly id: MessageId | null;
  /** Seq in the conversation; null until the platform has stored it. */
  readonly seq: number | null;
  readonly clientMessageId: ClientMessageId | null;
  readonly senderType: number;
  /** Written by the signed-in doctor. */
  readonly mine: boolean;
  readonly body: MessageBody;
  readonly sendTime: number;
  readonly recalled: boolean;
  /** Null for messages of others. */
  readonly delivery: Delivery | null;
};

export const isFromPatient = ({ senderType }: ChatMessage): boolean => senderType === SenderType.patient;

/** What the conversation reveals of a prescription: enough for its card in the chat. */
export type PrescriptionMark = {
  readonly id: PrescriptionId;
  readonly status: number;
  readonly auditStatus: number;
  readonly version: number;
  readonly remark: string | null;
};

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
