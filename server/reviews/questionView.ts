import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { Override } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import { loadPeople, type Person } from '../accounts/people.ts';
import { prescriptionLog, type reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { operatorOf } from '../prescriptions/signers.ts';
import { Finding } from '../prescriptions/storedPrescription.ts';
import { findingFor } from '../prescriptions/view.ts';
import { checkConfirmations } from '../signatures/confirmations.ts';
import { signerIn } from '../signatures/signer.ts';

export type QuestionRow = typeof reviewQuestion.$inferSelect;

const Closed = ReviewQuestion.shape.closed;
const AskedAbout = z.nullable(z.extend(Finding, { reason: z.string(), change: Override.shape.change }));

/** The finding that a question is about, in the reader's language, with the doctor's reason. */
function findingOf({ finding }: QuestionRow, language: Language) {
  const asked = AskedAbout.parse(finding);
  return asked && { ...findingFor(asked, language), reason: asked.reason, change: asked.change ?? null };
}

/** What the doctor who signed a confirmation was called then. */
function answererOf({ answerSigner }: QuestionRow, language: Language) {
  const signer = signerIn(answerSigner, language);
  return signer === null ? {} : { name: signer.name };
}

const OfQuestion = z.object({ questionId: z.string() });
const answering = ['answered', 'confirmed'];

/** What the author of a question or of its answer was called then, as the log of the prescription says; null without. */
async function authorsThen(
  store: Tenanted,
  rows: readonly QuestionRow[],
  { person, language }: { person: (id: string) => Person; language: Language },
) {
  const ids = [...new Set(rows.map(({ prescriptionId }) => prescriptionId))];
  const logs = ids.length === 0 ? [] : await store.rows(prescriptionLog, inArray(prescriptionLog.prescriptionId, ids));
  return (questionId: string, actions: readonly string[]): { name: string } | null => {
    const step = logs.find(
      ({ action, data }) => actions.includes(action) && OfQuestion.safeParse(data).data?.questionId === questionId,
    );
    const name = step ? operatorOf(step, person, language) : '';
    return name === '' ? null : { name };
  };
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
  const then = await authorsThen(store, rows, { person, language });
  return rows.map((row) => ({
    id: row.id,
    prescriptionId: row.prescriptionId,
    version: row.version,
    author: { ...named(row.authorId), ...then(row.id, ['asked']) },
    text: row.text,
    askTime: row.askTime,
    finding: findingOf(row, language),
    answer:
      row.answerTime === null || row.answererId === null
        ? null
        : {
            author: { ...named(row.answererId), ...then(row.id, answering), ...answererOf(row, language) },
            text: row.answer ?? '',
            time: row.answerTime,
            confirms: row.confirms,
            signature: row.confirms ? signatureState(row) : null,
          },
    closed: row.closeTime === null ? null : Closed.parse({ reason: row.closeReason, time: row.closeTime }),
  }));
}
