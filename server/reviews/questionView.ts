import type * as z from 'zod/mini';
import { ReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import type { reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { checkConfirmations } from '../signatures/confirmations.ts';

export type QuestionRow = typeof reviewQuestion.$inferSelect;

const { finding: Finding, closed: Closed } = ReviewQuestion.shape;

/** Questions in the reader's language, with each confirmation's signature checked. */
export async function questionsOnWire(
  store: Tenanted,
  rows: readonly QuestionRow[],
  language: Language,
): Promise<z.input<typeof ReviewQuestion>[]> {
  const person = await loadPeople(
    store,
    rows.flatMap(({ authorId, answererId }) => [authorId, answererId]),
    language,
  );
  const signatureState = await checkConfirmations(store, rows);
  const named = (id: string) => ({ id, name: person(id).name });
  return rows.map((row) => ({
    id: row.id,
    prescriptionId: row.prescriptionId,
    version: row.version,
    author: named(row.authorId),
    text: row.text,
    askTime: row.askTime,
    finding: Finding.parse(row.finding),
    answer:
      row.answerTime === null || row.answererId === null
        ? null
        : {
            author: named(row.answererId),
            text: row.answer ?? '',
            time: row.answerTime,
            confirms: row.confirms,
            signature: row.confirms ? signatureState(row) : null,
          },
    closed: row.closeTime === null ? null : Closed.parse({ reason: row.closeReason, time: row.closeTime }),
  }));
}
