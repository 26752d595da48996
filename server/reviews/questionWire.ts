import * as z from 'zod/mini';
import { ReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { Override } from '../../contract/http/prescription.ts';
import type { Language } from '../accounts/caller.ts';
import type { Person } from '../accounts/peopleQueries.ts';
import type { prescriptionLog, reviewQuestion } from '../db/schema/prescriptions.ts';
import { operatorOf } from '../prescriptions/signers.ts';
import { Finding } from '../prescriptions/storedPrescription.ts';
import { findingFor } from '../prescriptions/wire.ts';
import { signerIn } from '../signatures/signer.ts';

export type QuestionRow = typeof reviewQuestion.$inferSelect;

/** What questions are shown with: the people as they are called now, the logs of the prescriptions, and the signatures. */
export type AroundQuestions = {
  person: (id: string) => Person;
  logs: readonly (typeof prescriptionLog.$inferSelect)[];
  signatureState: (row: QuestionRow) => 'valid' | 'broken';
};

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
const asking = ['asked'];
const answering = ['answered', 'confirmed'];

/** What the author of a question or of its answer was called then, as the log of the prescription says; null without. */
function authorThen(
  { logs, person }: AroundQuestions,
  questionId: string,
  actions: readonly string[],
  language: Language,
): { name: string } | null {
  const step = logs.find(
    ({ action, data }) => actions.includes(action) && OfQuestion.safeParse(data).data?.questionId === questionId,
  );
  const name = step ? operatorOf(step, person, language) : '';
  return name === '' ? null : { name };
}

/** How questions are shown in the reader's language, with each confirmation's signature checked. */
export function questionsWith(around: AroundQuestions, language: Language) {
  const { person, signatureState } = around;
  const named = (id: string) => ({ id, name: person(id).name });
  return (row: QuestionRow): z.input<typeof ReviewQuestion> => ({
    id: row.id,
    prescriptionId: row.prescriptionId,
    version: row.version,
    author: { ...named(row.authorId), ...authorThen(around, row.id, asking, language) },
    text: row.text,
    askTime: row.askTime,
    finding: findingOf(row, language),
    answer:
      row.answerTime === null || row.answererId === null
        ? null
        : {
            author: {
              ...named(row.answererId),
              ...authorThen(around, row.id, answering, language),
              ...answererOf(row, language),
            },
            text: row.answer ?? '',
            time: row.answerTime,
            confirms: row.confirms,
            signature: row.confirms ? signatureState(row) : null,
          },
    closed: row.closeTime === null ? null : Closed.parse({ reason: row.closeReason, time: row.closeTime }),
  });
}
