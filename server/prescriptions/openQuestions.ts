import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { countedSince, type ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import { prescription, reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

/** Why a question no longer waits for its doctor. */
type ClosedBy = 'decided' | 'cancelled' | 'edited' | 'expired';

/** Questions about a prescription that wait for an answer. */
export const isOpenQuestion = (prescriptionId: string): SQL | undefined =>
  and(
    eq(reviewQuestion.prescriptionId, prescriptionId),
    isNull(reviewQuestion.answerTime),
    isNull(reviewQuestion.closeTime),
  );

/** Lets the clock of a review run on from `at` where its question stopped it, whatever closing time lies between. */
export function resumedReview(row: PrescriptionRow, hours: ServiceHours, at: number) {
  const { askedTime, submitTime, createTime, pausedMs, countedSince: since } = row;
  if (askedTime === null) return {};
  const from = since ?? (submitTime ?? createTime) + pausedMs;
  return { ...resumedAt(at), countedSince: countedSince(hours, from, askedTime, at) };
}

/** Ends the pause of a review that ends; the columns of a prescription that do not wait for an answer stay as they are. */
export const resumedAt = (at: number) => ({
  askedTime: null,
  pausedMs: sql`${prescription.pausedMs} + coalesce(${String(at)}::bigint - ${prescription.askedTime}, 0)`,
});

/** Closes the questions that wait for an answer; what was written stays. The caller's change of the prescription resumes its clock. */
export async function closeQuestions(
  tx: Transaction,
  { id, orderId, doctorId }: Pick<PrescriptionRow, 'id' | 'orderId' | 'doctorId'>,
  reason: ClosedBy,
  at: number,
): Promise<void> {
  const closed = await tx.change(reviewQuestion, { closeReason: reason, closeTime: at }, isOpenQuestion(id));
  for (const question of closed)
    tx.announce({
      type: 'question.changed',
      questionId: question.id,
      prescriptionId: id,
      orderId,
      doctorId,
      state: 'closed',
    });
}
