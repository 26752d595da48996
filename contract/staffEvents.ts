import * as z from 'zod/mini';
import { Doer } from './doer.ts';
import { Duty } from './extension/duty.ts';
import { OrderId, PrescriptionId, QuestionId } from './ids.ts';
import { Ms } from './values.ts';

/** A change of the review queue: an updated item, or a removed one with the reason and the person. */
export const AuditChanged = z.discriminatedUnion('change', [
  z.object({ change: z.literal('upsert'), id: PrescriptionId, updateTime: Ms }),
  z.object({
    change: z.literal('removed'),
    id: PrescriptionId,
    reason: z.enum(['approved', 'rejected', 'withdrawn', 'expired']),
    by: z.nullish(Doer),
    updateTime: Ms,
  }),
]);
export type AuditChanged = z.infer<typeof AuditChanged>;

/** A reviewer's question was asked, answered or closed; for the prescription's doctor and for reviewers. */
export const QuestionChanged = z.object({
  id: QuestionId,
  prescriptionId: PrescriptionId,
  orderId: OrderId,
  state: z.enum(['asked', 'answered', 'closed']),
  time: Ms,
});
export type QuestionChanged = z.infer<typeof QuestionChanged>;

/** The connected reviewers of the hospital, and the prescriptions that each has open. */
export const AuditorPresence = z.object({
  auditors: z.array(z.object({ by: Doer, reviewing: z.array(PrescriptionId) })),
});
export type AuditorPresence = z.infer<typeof AuditorPresence>;

/** A notice of the hospital was published or withdrawn. */
export const NoticesChanged = z.object({ time: Ms });
export type NoticesChanged = z.infer<typeof NoticesChanged>;

/**
 * What a person works with, from another device or a colleague: a doctor's templates, quick replies, favourites and plan,
 * their own sign-ins (`sessions`), and lists of the administration, where `requests` are certificates and identities that wait.
 */
export const OwnChanged = z.object({
  part: z.enum([
    ...(['templates', 'medicines', 'replies', 'diagnoses', 'away', 'services', 'plan'] as const),
    ...(['sessions', 'people', 'catalogue', 'requests'] as const),
  ]),
  time: Ms,
});
export type OwnChanged = z.infer<typeof OwnChanged>;

/** Events of parts that load after the first view, by name. */
export const staffEvents = {
  'audit:changed': AuditChanged,
  'audit:presence': AuditorPresence,
  'question:changed': QuestionChanged,
  'duty:changed': Duty,
  'notices:changed': NoticesChanged,
  'own:changed': OwnChanged,
} as const;
