import * as z from 'zod/mini';
import { ClientMessageId, ConversationId, MessageId, OrderId, PrescriptionId } from './ids.ts';
import { limits } from './limits.ts';
import { Int, Ms, text } from './values.ts';

/** Who wrote a message. */
export const SenderType = { patient: 1, doctor: 2, system: 9 } as const;

/** Message kinds: OpenIM's numbers below 9000, ours above. */
export const MessageType = {
  text: 101,
  image: 102,
  voice: 103,
  video: 104,
  file: 105,
  recalled: 2101,
  patientCard: 9001,
  prescriptionCard: 9002,
  caseCard: 9003,
  notice: 9004,
} as const;

export const TextContent = z.object({ content: text(20_000) });
export const ImageContent = z.object({
  url: text(1000),
  thumbnailUrl: z.nullish(text(1000)),
  width: Int,
  height: Int,
  size: Int,
  name: z.nullish(text(300)),
});
export const VoiceContent = z.object({ url: text(1000), duration: z.number(), size: Int });
export const FileContent = z.object({ url: text(1000), name: text(300), size: Int, type: text(100) });
/**
 * `code` names the notice (`order.accepted`, …), so that each reader sees it in their language; `text` serves readers
 * that do not know the code.
 */
export const NoticeContent = z.object({
  code: z.string(),
  params: z.nullish(z.record(z.string(), z.union([z.string(), z.number()]))),
  text: z.string(),
});
export const PrescriptionCardContent = z.object({ prescriptionId: PrescriptionId, prescriptionNo: z.string() });
export const CaseCardContent = z.object({ orderId: OrderId, summary: text(20_000) });
export const PatientCardContent = z.object({
  name: z.string(),
  chiefComplaint: z.string(),
  images: z.nullish(z.array(z.string())),
});

/**
 * A message in its current state. The shape of the JSON in `content` depends on `type`; a recalled one (status 2) has
 * none.
 */
export const ImMessage = z.object({
  id: MessageId,
  seq: Int,
  clientMessageId: z.nullish(z.string()),
  conversationId: ConversationId,
  orderId: OrderId,
  senderId: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  senderType: Int,
  type: Int,
  content: z.string(),
  status: Int,
  receiptStatus: z.nullish(Int),
  sendTime: Ms,
});
export type ImMessage = z.infer<typeof ImMessage>;

export const MessageStatus = { normal: 0, recalled: 2 } as const;

const at = { conversationId: ConversationId, seq: Int };

/** Everything that changes a conversation, each with its place `seq` (1, 2, 3 …) in it. */
export const ConversationEvent = z.discriminatedUnion('kind', [
  z.object({ ...at, kind: z.literal('message'), message: ImMessage }),
  z.object({ ...at, kind: z.literal('recall'), messageId: MessageId, messageSeq: Int, by: Int, time: Ms }),
  z.object({ ...at, kind: z.literal('read'), reader: Int, readUpTo: Int, deliveredUpTo: Int }),
  z.object({ ...at, kind: z.literal('order'), orderId: OrderId, status: Int, version: Int, time: Ms }),
  z.object({
    ...at,
    kind: z.literal('prescription'),
    prescriptionId: PrescriptionId,
    prescriptionNo: z.string(),
    status: Int,
    auditStatus: Int,
    version: Int,
    remark: z.nullish(z.string()),
  }),
]);
export type ConversationEvent = z.infer<typeof ConversationEvent>;

/**
 * Why the platform refused to store or recall a message. `rateLimited` is temporary; a missing answer is no refusal, and
 * the request is retried.
 */
export const RefusalReason = z.enum(['validation', 'forbidden', 'conversationClosed', 'rateLimited', 'recallTooLate']);
export type RefusalReason = z.infer<typeof RefusalReason>;

export const Refusal = z.object({
  ok: z.literal(false),
  why: RefusalReason,
  field: z.nullish(z.string()),
  message: z.string(),
  retryAfterMs: z.nullish(z.number()),
});
export type Refusal = z.infer<typeof Refusal>;

/** A message to be sent. `content` is the JSON text of the type's content. */
export const OutgoingMessage = z.object({
  clientMessageId: ClientMessageId,
  conversationId: ConversationId,
  type: Int,
  content: text(limits.textLength * 12),
});
export type OutgoingMessage = z.infer<typeof OutgoingMessage>;

/** Acknowledges, after commit, that a message is stored. */
export const Stored = z.object({
  ok: z.literal(true),
  clientMessageId: ClientMessageId,
  id: MessageId,
  seq: Int,
  sendTime: Ms,
});
export type Stored = z.infer<typeof Stored>;

export const SendAck = z.discriminatedUnion('ok', [Stored, Refusal]);
export type SendAck = z.infer<typeof SendAck>;
