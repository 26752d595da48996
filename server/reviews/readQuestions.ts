import { asc, eq, isNotNull } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { listReviewQuestions } from '../../contract/extension/reviewQuestions.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { imConversation } from '../db/schema/messages.ts';
import { prescription, reviewQuestion } from '../db/schema/prescriptions.ts';
import { isOneOf } from '../db/textSearch.ts';
import { mayReadPrescription } from '../prescriptions/prescriptionPolicy.ts';
import { patientOf } from '../prescriptions/storedPrescription.ts';
import { appendShownPatients, appendTrail, readOutcome } from '../trail/trail.ts';
import { questionsOnWire } from './questionView.ts';

/** All questions about a prescription, for its doctor and for reviewers. */
export async function listQuestions(
  { id }: RequestOf<typeof listReviewQuestions>,
  { by, at, store, language }: CallContext,
) {
  const row = await store.first(prescription, eq(prescription.id, id));
  if (!row) return refused(Code.notFound);
  const isAllowed = mayReadPrescription(by, row);
  const entry = { action: 'read', entity: 'review', entityId: id, patientId: row.patientId } as const;
  const purpose = `review:${id}`;
  await appendTrail(store, by, at, { ...entry, purpose, ...readOutcome(isAllowed, { questions: true }) });
  if (!isAllowed) return refused(Code.notFound);
  const rows = await store.db
    .select()
    .from(reviewQuestion)
    .where(store.own(reviewQuestion, eq(reviewQuestion.prescriptionId, id)))
    .orderBy(asc(reviewQuestion.id));
  return done(await questionsOnWire(store, rows, language));
}

/** The questions that wait for this doctor, each with the consultation that it leads to. */
export async function openQuestions(_: unknown, { by, at, store, language }: CallContext) {
  const asked = await store.rows(
    prescription,
    eq(prescription.doctorId, by.id),
    isNotNull(prescription.askedTime),
    eq(prescription.status, PrescriptionStatus.pending),
  );
  const entry = { action: 'list', entity: 'review', entityId: null, patientId: null, purpose: 'questions' } as const;
  const patientIds = asked.map(({ patientId }) => patientId);
  await appendShownPatients(store, by, at, { ...entry, patientIds, outcome: 'ok' });
  if (asked.length === 0) return done([]);
  const ids = asked.map(({ id }) => id);
  const rows = (await store.rows(reviewQuestion, isOneOf(reviewQuestion.prescriptionId, ids)))
    .filter(({ answerTime, closeTime }) => answerTime === null && closeTime === null)
    .sort((a, b) => a.askTime - b.askTime || Number(a.id) - Number(b.id));
  const chats = await store.rows(
    imConversation,
    isOneOf(
      imConversation.orderId,
      asked.map(({ orderId }) => orderId),
    ),
  );
  const shown = await questionsOnWire(store, rows, language);
  const open = shown.flatMap((question) => {
    const row = asked.find(({ id }) => id === question.prescriptionId);
    if (!row) return [];
    const { orderId, prescriptionNo, expireTime } = row;
    const conversationId = chats.find((chat) => chat.orderId === orderId)?.id ?? null;
    return { ...question, orderId, conversationId, prescriptionNo, expireTime, patientName: patientOf(row).name };
  });
  return done(open);
}
