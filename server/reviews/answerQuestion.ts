import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { answerReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import type { CallContext, StaffCaller, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription, reviewQuestion } from '../db/schema/prescriptions.ts';
import { storedSettings } from '../db/storedSettings.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { serviceHoursFrom } from '../hospitals/dayParts.ts';
import { announceStep } from '../prescriptions/announce.ts';
import { isOpenQuestion, resumedReview } from '../prescriptions/openQuestions.ts';
import { mayChangePrescription } from '../prescriptions/policy.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { signingRefusal } from '../signatures/signingLock.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { refusalOfAnswer } from './policy.ts';
import { aroundQuestions, findQuestion } from './questionQueries.ts';
import { type QuestionRow, questionsWith } from './questionWire.ts';

type Request = z.output<(typeof answerReviewQuestion)['body']>;

async function storeAnswer(
  tx: Transaction,
  { signConfirmation }: PrescriptionNeeds,
  { by, at }: StaffContext,
  { request, row }: { request: Request; row: PrescriptionRow },
): Promise<Outcome<QuestionRow>> {
  const { text, confirms = false } = request;
  const which = eq(reviewQuestion.id, request.id);
  // The column is written only with a signature.
  const signed = row.doctorSignature as { value?: string } | null;
  const to = { answererId: by.id, answer: text, answerTime: at, confirms };
  const [answered] = await tx.change(
    reviewQuestion,
    { ...to, confirmedSignature: confirms ? (signed?.value ?? null) : null },
    which,
  );
  if (!answered) return refused(Code.notFound);
  if (!confirms) return done(answered);
  const signature = await signConfirmation(tx, answered, at);
  if (signature === null) return refused(Code.signingKeySealed);
  const [kept] = await tx.change(reviewQuestion, signature, which);
  return kept ? done(kept) : refused(Code.notFound);
}

async function answer(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { request, prescriptionId: of }: { request: Request; prescriptionId: string },
): Promise<Outcome<QuestionRow>> {
  const { by, at } = context;
  // The prescription is locked before the question, as by everything that closes questions.
  const row = await tx.locked(prescription, eq(prescription.id, of));
  const question = row && (await tx.locked(reviewQuestion, eq(reviewQuestion.id, request.id)));
  if (!row || !question || !mayChangePrescription(by, row)) return refused(Code.notFound);
  const refusal = refusalOfAnswer(question, request);
  if (refusal) return refusal;
  if (question.answer !== null) return done(question);
  const stored = await storeAnswer(tx, needs, context, { request, row });
  if (!stored.ok) return stored;
  const isLast = (await tx.count(reviewQuestion, isOpenQuestion(row.id))) === 0;
  const hours = serviceHoursFrom(await storedSettings(tx));
  const resumed = { ...(isLast ? resumedReview(row, hours, at) : {}), updateTime: at };
  const [changed] = await tx.change(prescription, resumed, eq(prescription.id, row.id));
  const { id: questionId, confirms } = stored.data;
  const action = confirms ? 'confirmed' : 'answered';
  await announceStep(tx, changed ?? row, { action, by, at, remark: request.text || null, data: { questionId } });
  const { id: prescriptionId, orderId, doctorId, patientId } = row;
  tx.announce({ type: 'question.changed', questionId, prescriptionId, orderId, doctorId, state: 'answered' });
  const entry = { entity: 'review', entityId: row.id, outcome: 'ok', purpose: `review:${row.id}` } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId,
    action: confirms ? 'sign' : 'update',
    detail: { answered: questionId },
  });
  return done(stored.data);
}

/** Stores a doctor's answer, signed if it confirms a finding; with the last one the review's clock runs again. */
export const answerQuestion =
  (needs: PrescriptionNeeds) => async (request: Request, context: CallContext<StaffCaller>) => {
    const locked = await signingRefusal(context, request.confirms);
    if (locked) return locked;
    const { store, language } = context;
    const known = await findQuestion(store, request.id);
    if (!known) return refused(Code.notFound);
    const { prescriptionId } = known;
    const entry = { action: 'update', entity: 'review', entityId: prescriptionId } as const;
    const answered = await audited(context, entry, (tx) => answer(tx, needs, context, { request, prescriptionId }));
    if (!answered.ok) return answered;
    const around = await aroundQuestions(store, [answered.data], language);
    return done(questionsWith(around, language)(answered.data));
  };
