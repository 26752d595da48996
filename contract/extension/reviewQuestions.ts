import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Override, RuleHit } from '../http/prescription.ts';
import { AccountId, ConversationId, LeaseId, OrderId, PrescriptionId, QuestionId, RequestId } from '../ids.ts';
import { Int, Ms, text } from '../values.ts';

/** The finding that the doctor is asked to confirm, named as in the reason that the doctor wrote for it. */
export const AskedFinding = z.object({
  ruleCode: text(60),
  lineIndex: z.nullish(Int),
  about: z.nullish(text(600)),
});

const Person = z.object({ id: AccountId, name: z.string() });

/** A reviewer's question about a prescription, its answer, or why it no longer waits for one. */
export const ReviewQuestion = z.object({
  id: QuestionId,
  prescriptionId: PrescriptionId,
  /** The version of the prescription that it was asked about. */
  version: Int,
  author: Person,
  text: z.string(),
  askTime: Ms,
  /** Set if the doctor is asked to confirm a finding by a signature; with the doctor's own reason for it. */
  finding: z.nullish(z.extend(RuleHit, { reason: z.string(), change: Override.shape.change })),
  answer: z.nullish(
    z.object({
      author: Person,
      text: z.string(),
      time: Ms,
      /** The doctor confirms the reason for the finding. The answer is then signed, and the signature is checked on each read. */
      confirms: z.boolean(),
      signature: z.nullish(z.enum(['valid', 'broken'])),
    }),
  ),
  closed: z.nullish(z.object({ reason: z.enum(['decided', 'cancelled', 'edited', 'expired']), time: Ms })),
});
export type ReviewQuestion = z.infer<typeof ReviewQuestion>;

/**
 * Asks the doctor of a prescription that this reviewer holds. The clock of the review stops until every question is
 * answered. A repeat under the same request id answers with the first result.
 */
export const askReviewQuestion = operation({
  method: 'POST',
  path: '/prescription/audit/question/ask',
  source: 'ours',
  access: 'auditor',
  body: z.object({
    id: PrescriptionId,
    leaseId: LeaseId,
    clientRequestId: RequestId,
    /** May be empty if a finding is asked about. */
    text: text(500),
    finding: z.nullish(AskedFinding),
  }),
  reply: ReviewQuestion,
});

/** Answers a question about one's own prescription. With `confirms` the answer is signed and its text may be empty. */
export const answerReviewQuestion = operation({
  method: 'POST',
  path: '/prescription/question/answer',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: QuestionId, text: text(500), confirms: z.optional(z.boolean()) }),
  reply: ReviewQuestion,
});

/** All questions about a prescription, oldest first: for its doctor, and for reviewers. */
export const listReviewQuestions = operation({
  method: 'GET',
  path: '/prescription/question/list',
  source: 'ours',
  access: 'clinician',
  query: z.object({ id: PrescriptionId }),
  reply: z.array(ReviewQuestion),
});

/** A question that waits for this doctor, with the consultation that it leads to. */
export const OpenQuestion = z.extend(ReviewQuestion, {
  orderId: OrderId,
  conversationId: z.nullish(ConversationId),
  prescriptionNo: z.string(),
  patientName: z.string(),
  expireTime: Ms,
});
export type OpenQuestion = z.infer<typeof OpenQuestion>;

/** The questions that wait for this doctor's answer, oldest first. */
export const openReviewQuestions = operation({
  method: 'GET',
  path: '/prescription/question/open',
  source: 'ours',
  access: 'doctor',
  reply: z.array(OpenQuestion),
});
