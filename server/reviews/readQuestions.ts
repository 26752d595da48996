import { Code } from '../../contract/envelope.ts';
import type { listReviewQuestions } from '../../contract/extension/reviewQuestions.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { mayReadPrescription } from '../prescriptions/policy.ts';
import { findPrescription } from '../prescriptions/queries.ts';
import { patientOf } from '../prescriptions/storedPrescription.ts';
import { appendShownPatients, appendTrail, readOutcome } from '../trail/trail.ts';
import { aroundQuestions, askedOf, conversationsOf, openQuestionsAbout, questionsOf } from './questionQueries.ts';
import { questionsWith } from './questionWire.ts';

/** All questions about a prescription, for its doctor and for reviewers. */
export async function listQuestions(
  { id }: RequestOf<typeof listReviewQuestions>,
  { by, at, store, language }: CallContext,
) {
  const row = await findPrescription(store, id);
  if (!row) return refused(Code.notFound);
  const isAllowed = mayReadPrescription(by, row);
  const entry = { action: 'read', entity: 'review', entityId: id, patientId: row.patientId } as const;
  const purpose = `review:${id}`;
  await appendTrail(store, by, at, { ...entry, purpose, ...readOutcome(isAllowed, { questions: true }) });
  if (!isAllowed) return refused(Code.notFound);
  const rows = await questionsOf(store, id);
  return done(rows.map(questionsWith(await aroundQuestions(store, rows, language), language)));
}

/** The questions that wait for this doctor, each with the consultation that it leads to. */
export async function openQuestions(_: unknown, { by, at, store, language }: CallContext) {
  const asked = await askedOf(store, by.id);
  const entry = { action: 'list', entity: 'review', entityId: null, patientId: null, purpose: 'questions' } as const;
  const patientIds = asked.map(({ patientId }) => patientId);
  await appendShownPatients(store, by, at, { ...entry, patientIds, outcome: 'ok' });
  if (asked.length === 0) return done([]);
  const rows = await openQuestionsAbout(
    store,
    asked.map(({ id }) => id),
  );
  const chats = await conversationsOf(
    store,
    asked.map(({ orderId }) => orderId),
  );
  const shown = rows.map(questionsWith(await aroundQuestions(store, rows, language), language));
  const open = shown.flatMap((question) => {
    const row = asked.find(({ id }) => id === question.prescriptionId);
    if (!row) return [];
    const { orderId, prescriptionNo, expireTime } = row;
    const conversationId = chats.find((chat) => chat.orderId === orderId)?.id ?? null;
    return { ...question, orderId, conversationId, prescriptionNo, expireTime, patientName: patientOf(row).name };
  });
  return done(open);
}
