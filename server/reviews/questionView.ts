import * as z from 'zod/mini';
import { ReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import type { reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { Finding } from '../prescriptions/storedPrescription.ts';
import { findingFor } from '../prescriptions/view.ts';
import { checkConfirmations } from '../signatures/confirmations.ts';
import { signerIn } from '../signatures/signer.ts';

export type QuestionRow = typeof reviewQuestion.$inferSelect;

const Closed = ReviewQuestion.shape.closed;
const AskedAbout = z.nullable(z.extend(Finding, { reason: z.string() }));

/** The finding that a question is about, in the reader's language, with the doctor's reason. */
function findingOf({ finding }: QuestionRow, language: Language) {
  const asked = AskedAbout.parse(finding);
  return asked && { ...findingFor(asked, language), reason: asked.reason };
}

/** What the doctor who signed a confirmation was called then. */
function answererOf({ answerSigner }: QuestionRow, language: Language) {
  const signer = signerIn(answerSigner, language);
  return signer === null ? {} : { name: signer.name };
}

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
    finding: findingOf(row, language),
    answer:
      row.answerTime === null || row.answererId === null
        ? null
        : {
            author: { ...named(row.answererId), ...answererOf(row, language) },
            text: row.answer ?? '',
            time: row.answerTime,
            confirms: row.confirms,
            signature: row.confirms ? signatureState(row) : null,
          },
    closed: row.closeTime === null ? null : Closed.parse({ reason: row.closeReason, time: row.closeTime }),
  }));
}
