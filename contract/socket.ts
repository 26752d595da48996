import * as z from 'zod/mini';
import { Doer } from './doer.ts';
import type { Duty } from './extension/duty.ts';
import { ConversationId, MessageId, OrderId, PatientId, PrescriptionId } from './ids.ts';
import { type ConversationEvent, OutgoingMessage, Refusal, type SendAck } from './im.ts';
import type { AuditChanged, AuditorPresence, NoticesChanged, OwnChanged, QuestionChanged } from './staffEvents.ts';
import { Int, Ms } from './values.ts';

const conversations = z.array(ConversationId).check(z.minLength(1), z.maxLength(500));

/** Events a client may send on the socket, each with the shape of its acknowledgement. */
export const clientEvents = {
  'conversation:join': z.object({ conversationIds: conversations }),
  'conversation:leave': z.object({ conversationIds: conversations }),
  'message:send': OutgoingMessage,
  'message:recall': z.object({ conversationId: ConversationId, messageId: MessageId }),
  'message:read': z.object({ conversationId: ConversationId, readUpTo: Int.check(z.minimum(0)) }),
  'message:delivered': z.object({ conversationId: ConversationId, deliveredUpTo: Int.check(z.minimum(0)) }),
  typing: z.object({ conversationId: ConversationId }),
  /** Asks only for its acknowledgement. A client probes with it once a platform has acknowledged one; others need not know it. */
  'connection:ping': z.object({}),
  'awaiting:watch': z.object({}),
  'audit:watch': z.object({}),
  /** The prescription that this reviewer has open on this page. */
  'audit:reviewing': z.object({ prescriptionId: z.nullable(PrescriptionId) }),
} as const;
export type ClientEventName = keyof typeof clientEvents;
export type ClientEvent<Name extends ClientEventName> = z.input<(typeof clientEvents)[Name]>;

const done = z.object({ ok: z.literal(true) });

/** Answer to a join: the head seq of each conversation, and the conversations this person may not read. */
export const Joined = z.object({
  ok: z.literal(true),
  heads: z.record(z.string(), Int),
  refused: z.array(ConversationId),
});
export const DoneAck = z.discriminatedUnion('ok', [done, Refusal]);
export const JoinAck = z.discriminatedUnion('ok', [Joined, Refusal]);

export type AckOf<Name extends ClientEventName> = Name extends 'message:send'
  ? SendAck
  : Name extends 'conversation:join'
    ? z.infer<typeof JoinAck>
    : z.infer<typeof DoneAck>;

/** A change of the awaiting list. It is only a hint: the list can always be pulled. */
export const AwaitingChanged = z.object({
  orderId: OrderId,
  change: z.enum(['added', 'taken', 'refused', 'cancelled', 'expired', 'ended', 'changed']),
  by: z.nullish(Doer),
  time: Ms,
});
export type AwaitingChanged = z.infer<typeof AwaitingChanged>;

/** A prescription's new state, for its doctor. */
export const PrescriptionChanged = z.object({
  id: PrescriptionId,
  orderId: OrderId,
  status: Int,
  auditStatus: Int,
  version: Int,
  remark: z.nullish(z.string()),
  /** The row's last change, which a reader who has it already need not load again. */
  updateTime: z.nullish(Ms),
});
export type PrescriptionChanged = z.infer<typeof PrescriptionChanged>;

/** A record was saved, signed or added to; for its doctor, on all devices. */
export const RecordChanged = z.object({ orderId: OrderId, version: Int, status: Int, time: Ms });
export type RecordChanged = z.infer<typeof RecordChanged>;

/** The person's rights or name, or the settings of their screens, changed; for that person, on all devices. */
export const AccountChanged = z.object({ part: z.enum(['account', 'settings']), time: Ms });
export type AccountChanged = z.infer<typeof AccountChanged>;

/**
 * The hospital's dictionaries and departments, what its checks of prescriptions go by, or what else it decides for everyone,
 * changed; for all its staff.
 */
export const HospitalChanged = z.object({ part: z.enum(['dictionaries', 'checks', 'settings']), time: Ms });
export type HospitalChanged = z.infer<typeof HospitalChanged>;

/** The patient's statements changed, so that checks run again; for the patient's doctors and for reviewers. */
export const PatientChanged = z.object({ patientId: PatientId, time: Ms });
export type PatientChanged = z.infer<typeof PatientChanged>;

export const Typing = z.object({ conversationId: ConversationId, senderType: Int });
export const Presence = z.object({ conversationId: ConversationId, senderType: Int, online: z.boolean(), time: Ms });
export type Presence = z.infer<typeof Presence>;

/** Events the server sends. The client parses them at the edge; unknown events are counted and ignored. */
export type ServerEvents = {
  'conversation:event': ConversationEvent;
  'awaiting:changed': AwaitingChanged;
  'prescription:changed': PrescriptionChanged;
  'record:changed': RecordChanged;
  'audit:changed': AuditChanged;
  'audit:presence': AuditorPresence;
  'question:changed': QuestionChanged;
  'patient:changed': PatientChanged;
  'account:changed': AccountChanged;
  'hospital:changed': HospitalChanged;
  'duty:changed': Duty;
  'notices:changed': NoticesChanged;
  'own:changed': OwnChanged;
  typing: z.infer<typeof Typing>;
  presence: Presence;
  /** Changes may not have been sent on this connection: whatever is kept fresh by events is to be loaded again. */
  'events:missed': Record<string, never>;
  'session:expired': Record<string, never>;
  'session:revoked': { reason: string };
};

/** Sent in the handshake's `auth`, never in the URL. */
export const Handshake = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  tenantId: z.string().check(z.maxLength(20)),
});

/** The reason of a refused handshake, in the error's `data`. */
export type HandshakeRefusal = { code: number };
