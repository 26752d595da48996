import type { ClientMessageId, MessageId, OrderId, PrescriptionId } from '../../contract/ids.ts';
import { type RefusalReason, SenderType } from '../../contract/im.ts';

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
  | { readonly state: 'rateLimited' }
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

/** A stored message always has a seq. */
export type StoredMessage = ChatMessage & { readonly seq: number };
