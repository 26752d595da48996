import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { FactEntry } from '../factValue.ts';
import { DrugProperties } from '../http/drugs.ts';
import { HeldDecision, RuleHit, Rx, RxBrief, RxLine } from '../http/prescription.ts';
import { CaseInfo } from '../http/record.ts';
import { AccountId, ConversationId, DoctorId, LeaseId, PrescriptionId } from '../ids.ts';
import { limits } from '../limits.ts';
import { mostEntries } from '../settingBounds.ts';
import { PatientBrief } from '../shared.ts';
import { Flag, Int, Int4, Ms, PageQuery, page, reasonText, text } from '../values.ts';

/** A row of the review queue: a prescription, its lease holder and the findings of the checks. */
export const AuditItem = z.extend(RxBrief, {
  holder: z.nullish(z.object({ id: AccountId, name: z.string(), leaseUntil: Ms })),
  blockCount: Int,
  warnCount: Int,
  /** Refusals and warnings that the submission did not have. */
  newCount: z.nullish(Int),
  /** What is known now about the patient's allergies; absent once it is decided. */
  allergies: z.nullish(FactEntry),
  child: z.boolean(),
  /** Whether it is reviewed first: an emergency, or of an order with a high priority. */
  urgent: z.nullish(z.boolean()),
  decided: z.nullish(HeldDecision),
  updateTime: Ms,
});
export type AuditItem = z.infer<typeof AuditItem>;

export const pageAudit = operation({
  method: 'GET',
  path: '/prescription/audit/page',
  source: 'ours',
  access: 'auditor',
  query: z.extend(PageQuery, { auditStatus: z.optional(Int4), keyword: z.optional(text(100)) }),
  reply: page(AuditItem),
});

/**
 * Changes of the queue since a cursor, oldest first; rows that left it have their final review status. Without a cursor,
 * what waits; a page after that may have rows that left since the oldest of them changed. The returned
 * cursor is a few seconds behind the clock, so that a recent row may repeat but none is missed.
 */
export const pullAudit = operation({
  method: 'GET',
  path: '/prescription/audit/pull',
  source: 'ours',
  access: 'auditor',
  query: z.object({
    updateTime: z._default(Int, 0),
    lastId: z._default(Int, 0),
    limit: z._default(Int.check(z.minimum(1), z.maximum(200)), 200),
  }),
  reply: z.object({ list: z.array(AuditItem), updateTime: Int, lastId: Int, more: z.boolean() }),
});

const held = { id: PrescriptionId, leaseId: LeaseId };

/**
 * Claims a prescription for review. If another reviewer holds it, answers 423 with `{holder, leaseUntil}`; who holds
 * `limits.claimsAtOnce` already gets `tooManyClaims`.
 */
export const claimAudit = operation({
  method: 'POST',
  path: '/prescription/audit/claim',
  source: 'ours',
  access: 'auditor',
  body: z.object({ id: PrescriptionId, version: Int4 }),
  reply: z.object({ leaseId: LeaseId, leaseUntil: Ms, version: Int }),
});

export const renewAudit = operation({
  method: 'POST',
  path: '/prescription/audit/renew',
  source: 'ours',
  access: 'auditor',
  body: z.object(held),
  reply: z.object({ leaseId: LeaseId, leaseUntil: Ms }),
});

export const releaseAudit = operation({
  method: 'POST',
  path: '/prescription/audit/release',
  source: 'ours',
  access: 'auditor',
  body: z.object(held),
  reply: z.literal(true),
});

/** The four checks and ten verifications (四查十对), Prescription Management Measures art. 37. */
export const verificationCodes = [
  'department',
  'patientName',
  'patientAge',
  'drugName',
  'dosageForm',
  'specification',
  'quantity',
  'drugProperties',
  'usageAndDosage',
  'clinicalDiagnosis',
] as const;

/** How long a decision can be undone before it takes effect; without it, it takes effect at once. */
const undoMs = z.optional(Int.check(z.minimum(0), z.maximum(limits.undoMs)));

/** `effectiveAt` is set while the decision can still be undone; until then the status is unchanged. */
const Decided = z.object({ status: Int, auditStatus: Int, version: Int, effectiveAt: z.nullish(Ms) });

/** Approves the prescription. All ten verifications must be ticked. */
export const approveAudit = operation({
  method: 'POST',
  path: '/prescription/audit/approve',
  source: 'ours',
  access: 'auditor',
  body: z.object({
    ...held,
    version: Int4,
    checklist: z
      .array(z.object({ code: z.enum(verificationCodes), ok: z.boolean(), remark: z.optional(text(200)) }))
      .check(z.maxLength(10)),
    remark: z.optional(text(500)),
    doubleSign: z.optional(z.boolean()),
    undoMs,
  }),
  reply: Decided,
});

export const rejectReasonCodes = [
  'diagnosisMismatch',
  'contraindication',
  'interaction',
  'duplicateTherapy',
  'dosage',
  'frequencyOrRoute',
  'duration',
  'quantity',
  'allergy',
  'incomplete',
  'other',
] as const;

/** Indexes of the lines that a rejection is about. */
const MarkedLines = z.array(Int.check(z.minimum(0), z.maximum(mostEntries - 1))).check(z.maxLength(mostEntries));

export const rejectAudit = operation({
  method: 'POST',
  path: '/prescription/audit/reject',
  source: 'ours',
  access: 'auditor',
  body: z.object({
    ...held,
    version: Int4,
    reasonCodes: z.array(z.enum(rejectReasonCodes)).check(z.minLength(1), z.maxLength(11)),
    remark: reasonText(500),
    markedLines: z.optional(MarkedLines),
    undoMs,
  }),
  reply: Decided,
});

/** Takes back a decision before it takes effect, and holds the prescription again; later it answers `undoTooLate`. */
export const undoDecision = operation({
  method: 'POST',
  path: '/prescription/audit/undo',
  source: 'ours',
  access: 'auditor',
  body: z.object(held),
  reply: z.object({ leaseId: LeaseId, leaseUntil: Ms, version: Int }),
});

/**
 * Stores what the reviewer has written so far, for their other devices and for the next reviewer. Marked lines belong to
 * the version that the reviewer read; without it they are not stored.
 */
export const saveReviewDraft = operation({
  method: 'POST',
  path: '/prescription/audit/draft',
  source: 'ours',
  access: 'auditor',
  body: z.object({
    id: PrescriptionId,
    comment: text(500),
    reasonCodes: z.array(z.enum(rejectReasonCodes)).check(z.maxLength(11)),
    version: z.optional(Int4),
    markedLines: z.optional(MarkedLines),
  }),
  reply: z.literal(true),
});

/** What a reviewer has written about a prescription and not yet sent. */
export const ReviewDraft = z.object({
  author: z.object({ id: AccountId, name: z.string() }),
  comment: z.string(),
  reasonCodes: z.array(z.enum(rejectReasonCodes)),
  /** Lines of the current version; those marked in an earlier one are not among them. */
  markedLines: z.nullish(z.array(Int)),
  updateTime: Ms,
});

/** What a reviewer needs beside the prescription; `drugs` are the properties of the medicines on its lines. */
export const auditContext = operation({
  method: 'GET',
  path: '/prescription/audit/context',
  source: 'ours',
  access: 'auditor',
  query: z.object({ id: PrescriptionId }),
  reply: z.object({
    rx: Rx,
    /** The patient as known now; the prescription has what was known when it was signed. */
    patient: z.nullish(PatientBrief),
    record: z.nullable(CaseInfo),
    ruleHits: z.array(RuleHit),
    drugs: z.nullish(z.array(DrugProperties)),
    past: z.array(z.extend(RxBrief, { lines: z.nullish(z.array(RxLine)) })),
    /** What the patient still takes from other prescriptions, with the days that its supply lasts. */
    running: z.nullish(z.array(z.object({ prescriptionNo: z.string(), line: RxLine, daysLeft: Int }))),
    /** The consultation's messages, if the hospital lets its reviewers read them. */
    conversationId: z.nullish(ConversationId),
    /** Drafts of all reviewers of this prescription, newest first. */
    drafts: z.nullish(z.array(ReviewDraft)),
  }),
});

/** Which of the reviewer's own decisions: by result, period, doctor, with reasons of the doctor, patient's name or number. */
const ReviewFilter = z.object({
  result: z.optional(Int4),
  createTimeFrom: z.optional(Int),
  createTimeTo: z.optional(Int),
  doctorId: z.optional(DoctorId),
  /** Only decisions on prescriptions with findings that the doctor continued past with a reason. */
  overridden: z.optional(Flag),
  /** Part of the patient's name or of the prescription's number. */
  keyword: z.optional(text(100)),
});
export type ReviewFilter = z.output<typeof ReviewFilter>;

export const myAuditRecord = operation({
  method: 'GET',
  path: '/prescription/audit/my-record',
  source: 'ours',
  access: 'auditor',
  query: z.extend(PageQuery, ReviewFilter.shape),
  reply: page(
    z.extend(RxBrief, {
      decision: z.enum(['approved', 'rejected']),
      decisionTime: Ms,
      decisionRemark: z.nullish(z.string()),
      /** Findings that the doctor continued past with a reason, in the version that was decided. */
      overrideCount: z.nullish(Int),
    }),
  ),
});

const Counted = z.array(z.object({ code: z.string(), count: Int }));

/**
 * The reviewer's own decisions in numbers. A review lasts from the claim to the decision; `timed` decisions have such a
 * time. Periods are the hospital's days, weeks or months, without gaps; `doctors` are all whose prescriptions were decided.
 */
export const reviewStatistics = operation({
  method: 'GET',
  path: '/prescription/audit/statistics',
  source: 'ours',
  access: 'auditor',
  query: ReviewFilter,
  reply: z.object({
    approved: Int,
    rejected: Int,
    overridden: Int,
    timed: Int,
    medianMs: z.nullable(Int),
    p90Ms: z.nullable(Int),
    bucket: z.enum(['day', 'week', 'month']),
    periods: z.array(z.object({ start: z.string(), approved: Int, rejected: Int, medianMs: z.nullable(Int) })),
    reasons: Counted,
    overrides: Counted,
    doctors: z.array(z.object({ id: DoctorId, name: z.string() })),
  }),
});
