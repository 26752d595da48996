import { asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { imConversation } from '../db/schema/messages.ts';
import { prescription, reviewQuestion } from '../db/schema/prescriptions.ts';
import { isOneOf } from '../db/textSearch.ts';
import { logsOfAll } from '../prescriptions/queries.ts';
import { checkConfirmations } from '../signatures/confirmations.ts';
import type { AroundQuestions, QuestionRow } from './questionWire.ts';
import { isPending } from './recountQueries.ts';

/** The hospital's question with this id; null if there is none. */
export const findQuestion = (store: HospitalStore, id: string): Promise<QuestionRow | null> =>
  store.first(reviewQuestion, eq(reviewQuestion.id, id));

/** The prescriptions of this doctor whose review waits for an answer. */
export const askedOf = (store: HospitalStore, doctorId: string) =>
  store.rows(prescription, eq(prescription.doctorId, doctorId), isNotNull(prescription.askedTime), isPending);

/** The questions about these prescriptions that wait for an answer, the oldest first. */
export const openQuestionsAbout = (store: HospitalStore, ids: readonly string[]) =>
  store.db
    .select()
    .from(reviewQuestion)
    .where(
      store.own(
        reviewQuestion,
        isOneOf(reviewQuestion.prescriptionId, ids),
        isNull(reviewQuestion.answerTime),
        isNull(reviewQuestion.closeTime),
      ),
    )
    .orderBy(asc(reviewQuestion.askTime), asc(reviewQuestion.id));

/** The conversations of these orders. */
export const conversationsOf = (store: HospitalStore, orderIds: readonly string[]) =>
  store.rows(imConversation, isOneOf(imConversation.orderId, orderIds));

/** All questions about a prescription, in the order in which they were asked. */
export const questionsOf = (store: HospitalStore, prescriptionId: string) =>
  store.db
    .select()
    .from(reviewQuestion)
    .where(store.own(reviewQuestion, eq(reviewQuestion.prescriptionId, prescriptionId)))
    .orderBy(asc(reviewQuestion.id));

/** What these questions are shown with to a reader of this language. */
export async function aroundQuestions(
  store: HospitalStore,
  rows: readonly QuestionRow[],
  language: Language,
): Promise<AroundQuestions> {
  const person = await loadPeople(
    store,
    rows.flatMap(({ authorId, answererId }) => [authorId, answererId]),
    language,
  );
  const signatureState = await checkConfirmations(store, rows);
  const logs = await logsOfAll(
    store,
    rows.map(({ prescriptionId }) => prescriptionId),
  );
  return { person, logs, signatureState };
}
