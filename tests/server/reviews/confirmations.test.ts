import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  answerReviewQuestion,
  askReviewQuestion,
  listReviewQuestions,
  type ReviewQuestion,
} from '../../../contract/extension/reviewQuestions.ts';
import { reviewQuestion } from '../../../server/db/schema/prescriptions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
const { submit, leased, info } = reviewSuite((suite) => {
  ({ hospital, doctor, auditor: reviewer } = suite);
});

type Answer<T> = { code: number; msg: string; data: T };
const overDays = { ruleCode: 'supplyDays', lineIndex: 0 };
const reason = 'Travels abroad';

/** A prescription for too many days, with the doctor's reason, and the reviewer's wish to have it confirmed. */
async function asking(finding: object = overDays) {
  const drugId = await hospital.here.stock('amoxicillin', 10);
  const lines = [lineOf(drugId, { days: 8, quantity: 2 })];
  const overrides = [{ ...overDays, severity: 'warn', reason }];
  const rx = await submit({ lines, overrides });
  const { leaseId } = await leased(rx);
  const asked: Answer<ReviewQuestion> = await hospital.call(askReviewQuestion, reviewer, {
    id: rx.id,
    leaseId,
    clientRequestId: crypto.randomUUID(),
    text: '',
    finding,
  });
  return { rx, asked };
}

const answer = (id: string, given: object): Promise<Answer<ReviewQuestion>> =>
  hospital.call(answerReviewQuestion, doctor, { id, text: '', ...given });
const signatureOf = async (rx: Rx) => {
  const { data }: Answer<ReviewQuestion[]> = await hospital.call(listReviewQuestions, reviewer, { id: rx.id });
  return data[0]?.answer?.signature;
};

test('a doctor confirms a finding with a signature, which is checked whenever it is read', async () => {
  const { rx, asked } = await asking();
  expect(asked.data).toMatchObject({ finding: { ...overDays, reason } });
  const confirmed = await answer(asked.data.id, { confirms: true });
  expect(confirmed).toMatchObject({ code: 200, data: { answer: { confirms: true, text: '', signature: 'valid' } } });
  expect(await signatureOf(rx)).toBe('valid');
  expect((await info(rx)).data).toMatchObject({
    logs: expect.arrayContaining([expect.objectContaining({ action: 'confirmed', operator: 'Dr 1' })]),
  });
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.entityId, rx.id), eq(auditTrail.action, 'sign'));
  expect(rows).toMatchObject([{ entity: 'review', userId: doctor.id, patientId: rx.patientId }]);
});

test('a confirmation that was changed in the database shows as broken', async () => {
  const { rx, asked } = await asking();
  await answer(asked.data.id, { confirms: true, text: 'Yes.' });
  const [row] = await hospital.store.rows(reviewQuestion, eq(reviewQuestion.id, asked.data.id));
  const changed = [
    { text: 'Nine days: please confirm.' },
    { answer: 'No.' },
    { finding: { ...row?.finding, reason: 'None' } },
    { answererId: reviewer.id },
    { confirmedSignature: null },
    { answerSignature: null },
  ];
  for (const to of changed) {
    await hospital.store.change(reviewQuestion, to, eq(reviewQuestion.id, asked.data.id));
    expect([to, await signatureOf(rx)]).toEqual([to, 'broken']);
    await hospital.store.change(reviewQuestion, { ...row }, eq(reviewQuestion.id, asked.data.id));
    expect(await signatureOf(rx)).toBe('valid');
  }
});

test('a confirmation with a blank is not signed; an answer that is not signed may have an ellipsis', async () => {
  const { asked } = await asking();
  expect(await answer(asked.data.id, { confirms: true, text: 'Until ____' })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'text', blank: '____' },
  });
  expect(await answer(asked.data.id, { confirms: false, text: 'Well…' })).toMatchObject({ code: 200 });
});

test('a doctor who does not stand by the finding answers in words, without a signature', async () => {
  const { rx, asked } = await asking();
  expect(await answer(asked.data.id, { confirms: false })).toMatchObject({ code: Code.questionRefused });
  const answered = await answer(asked.data.id, { confirms: false, text: 'You are right, I will shorten it.' });
  expect(answered).toMatchObject({ code: 200, data: { answer: { confirms: false, signature: null } } });
  expect(await signatureOf(rx)).toBeNull();
});

test('only a finding that the doctor has given a reason for can be confirmed', async () => {
  for (const finding of [
    { ...overDays, lineIndex: 1 },
    { ...overDays, ruleCode: 'maxDose' },
    { ...overDays, about: 'x' },
  ])
    expect((await asking(finding)).asked).toMatchObject({ code: Code.questionRefused });
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const given = { id: rx.id, leaseId, clientRequestId: crypto.randomUUID(), text: 'Why?' };
  const empty = { ...given, text: ' ' };
  expect(await hospital.call(askReviewQuestion, reviewer, empty)).toMatchObject({ code: Code.questionRefused });
  const plain: Answer<ReviewQuestion> = await hospital.call(askReviewQuestion, reviewer, given);
  expect(await answer(plain.data.id, { confirms: true })).toMatchObject({ code: Code.questionRefused });
});
