import { and, eq, gt, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { isReasonFor, subjectOf } from '../../clinical/checks/reasons.ts';
import { Code } from '../../contract/envelope.ts';
import type { AskedFinding, askReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { limits } from '../../contract/limits.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { prescription, reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceStep } from '../prescriptions/announce.ts';
import { isOpenQuestion } from '../prescriptions/openQuestions.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { findingsOf, overridesOf, type PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { isLeasedBy } from './leases.ts';
import { refusalOfQuestion } from './policy.ts';
import { aroundQuestions } from './questionQueries.ts';
import { type QuestionRow, questionsWith } from './questionWire.ts';

type Request = z.output<(typeof askReviewQuestion)['body']>;

/** A finding of the prescription with the doctor's reason; null if there is no such finding, or no reason for it. */
function findingIn(row: PrescriptionRow, { ruleCode, lineIndex, about }: z.output<typeof AskedFinding>) {
  const found = findingsOf(row).find(
    (hit) =>
      hit.ruleCode === ruleCode &&
      (hit.lineIndex ?? null) === (lineIndex ?? null) &&
      subjectOf(hit) === (about ?? null),
  );
  const given = found && overridesOf(row).find((override) => isReasonFor(override, found));
  return found && given ? { ...found, reason: given.reason, change: given.change ?? null } : null;
}

async function ask(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  request: Request,
): Promise<Outcome<QuestionRow>> {
  const { by, at } = context;
  const { id, clientRequestId, text, finding = null } = request;
  // Questions and decisions about one prescription wait for each other.
  const row = await tx.locked(prescription, isLeasedBy(context, request), gt(prescription.expireTime, at));
  const repeated = await tx.first(
    reviewQuestion,
    eq(reviewQuestion.clientRequestId, clientRequestId),
    and(eq(reviewQuestion.authorId, by.id), eq(reviewQuestion.prescriptionId, id)),
  );
  if (repeated) return done(repeated);
  if (!row) return explainReview(tx, needs, context, { id, version: null, claims: false });
  const refusal = refusalOfQuestion(row, request);
  if (refusal) return refusal;
  if ((await tx.count(reviewQuestion, isOpenQuestion(id))) >= limits.openQuestions)
    return refusedWith(Code.questionRefused, 'tooManyQuestions', { most: limits.openQuestions });
  const about = finding && findingIn(row, finding);
  if (finding && about === null) return refused(Code.questionRefused);
  const asked = await tx.add(reviewQuestion, {
    prescriptionId: id,
    version: row.version,
    clientRequestId,
    authorId: by.id,
    text,
    askTime: at,
    finding: about,
  });
  const waiting = { askedTime: sql`coalesce(${prescription.askedTime}, ${String(at)}::bigint)`, updateTime: at };
  const [stopped] = await tx.change(prescription, waiting, eq(prescription.id, id));
  await announceStep(tx, stopped ?? row, {
    action: 'asked',
    by,
    at,
    remark: text || null,
    data: { questionId: asked.id },
  });
  const { orderId, doctorId } = row;
  tx.announce({
    type: 'question.changed',
    questionId: asked.id,
    prescriptionId: id,
    orderId,
    doctorId,
    state: 'asked',
  });
  const entry = { action: 'update', entity: 'review', entityId: id, outcome: 'ok' } as const;
  const detail = { asked: asked.id, ...(finding ? { ruleCode: finding.ruleCode } : {}) };
  await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${id}`, detail });
  return done(asked);
}

/** Asks the doctor of a prescription that this reviewer holds, and stops the review's clock. */
export const askQuestion = (needs: PrescriptionNeeds) => async (request: Request, context: CallContext) => {
  const entry = { action: 'update', entity: 'review', entityId: request.id } as const;
  const asked = await audited(context, entry, (tx) => ask(tx, needs, context, request));
  if (!asked.ok) return asked;
  const { store, language } = context;
  const around = await aroundQuestions(store, [asked.data], language);
  return done(questionsWith(around, language)(asked.data));
};
