import type { ClientMessageId, ConversationId, MessageId, OrderId, PrescriptionId } from '../../contract/ids.ts';
import type { RefusalReason } from '../../contract/im.ts';

type Params = Readonly<Record<string, string | number>>;

/** What a message says, parsed from its type and JSON content. */
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

/** How far an own message has come. It never goes back. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'sending' }
  /** The platform takes no more for a moment; it goes by itself when that is over. */
  | { readonly state: 'held' }
  | { readonly state: 'sent' }
  | { readonly state: 'delivered' }
  | { readonly state: 'read' }
  | {
      readonly state: 'failed';
      readonly why: RefusalReason;
      readonly message: string;
      /** From when on the platform may take it, counted from the refusal; null where time changes nothing. */
      readonly retryAfterMs: number | null;
    };

/** One row of a chat. `key` stays the same from "sending" to "read". */
export type ChatMessage = {
  readonly key: string;
  readonly id: MessageId | null;
  /** Place in the conversation; null until the platform has stored it. */
  readonly seq: number | null;
  readonly clientMessageId: ClientMessageId | null;
  readonly senderType: number;
  /** Written by the doctor who looks at it. */
  readonly mine: boolean;
  readonly body: MessageBody;
  readonly sendTime: number;
  readonly recalled: boolean;
  /** Null for messages of others. */
  readonly delivery: Delivery | null;
};

/** What is known of a prescription through the conversation: enough for its card in the chat. */
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
  /** Falls by as many as are put in front, so that the list keeps its place: Virtuoso's firstItemIndex. */
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
  /** `loading` until the first page is there; `stale` while the link is down; `failed` when the first page could not be had. */
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
};
