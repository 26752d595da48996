import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serviceHoursOf, serviceMsBetween } from '../../../clinical/lifecycle/serviceTime.ts';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, rejectAudit, undoDecision } from '../../../contract/extension/audit.ts';
import {
  answerReviewQuestion,
  askReviewQuestion,
  listReviewQuestions,
  openReviewQuestions,
  type ReviewQuestion,
} from '../../../contract/extension/reviewQuestions.ts';
import { hospitalOffsetMs, limits } from '../../../contract/limits.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { expirePrescriptions } from '../../../server/prescriptions/expire.ts';
import { carryOutDecisions } from '../../../server/reviews/carryOut.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { minutes, type ReviewSuite, type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
let colleague: Member;
const { clock, submit, leased, cancel, edit, info, page } = reviewSuite((suite) => {
  ({ database, hospital, doctor, auditor: reviewer, colleague } = suite);
});
const { undoMs } = limits;

type Answer<T> = { code: number; msg: string; data: T };
type Question = ReviewQuestion;
type Given = { clientRequestId?: string; text?: string };

const ask = (rx: Rx, leaseId: string, given: Given = {}, as = reviewer): Promise<Answer<Question>> =>
  hospital.call(askReviewQuestion, as, {
    id: rx.id,
    leaseId,
    clientRequestId: crypto.randomUUID(),
    text: 'Is 500 mg meant?',
    ...given,
  });
const answer = (id: string, text = 'Yes, 500 mg.', as = doctor): Promise<Answer<Question>> =>
  hospital.call(answerReviewQuestion, as, { id, text });
const list = async (rx: Rx, as = reviewer) => {
  const { code, data }: Answer<Question[]> = await hospital.call(listReviewQuestions, as, { id: rx.id });
  return code === 200 ? data : code;
};
const open = async (as = doctor) => {
  const { data }: Answer<Question[]> = await hospital.call(openReviewQuestions, as, {});
  return data;
};
const clockOf = async (rx: Rx) => {
  const { data } = await info(rx);
  const { askedTime, pausedMs } = data as { askedTime: number | null; pausedMs: number };
  return { askedTime, pausedMs };
};
const carryOut = () => carryOutDecisions({ ...hospital.needs, db: database.db });
const approve = ({ id, version }: Rx, leaseId: string, more: object = { undoMs }) =>
  hospital.call(approveAudit, reviewer, { id, version, leaseId, checklist: allTicked, ...more });

async function asked(given: Given = {}) {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const { data: question } = await ask(rx, leaseId, given);
  return { rx, leaseId, question };
}

test('the reviewer who holds a prescription asks, its doctor answers, and both read it', async () => {
  const { rx, question } = await asked();
  const waits = { text: 'Is 500 mg meant?', author: { id: reviewer.id, name: 'Dr 2' }, answer: null, closed: null };
  expect(question).toMatchObject({ ...waits, askTime: clock.now, version: 1 });
  const leadsTo = { orderId: rx.orderId, patientName: expect.any(String), conversationId: expect.any(String) };
  expect(await open()).toContainEqual(expect.objectContaining({ id: question.id, ...leadsTo }));
  clock.now += 2 * minutes;
  expect(await answer(question.id)).toMatchObject({ code: 200 });
  const answered = { author: { id: doctor.id, name: 'Dr 1' }, text: 'Yes, 500 mg.', time: clock.now, confirms: false };
  for (const reader of [doctor, reviewer, colleague])
    expect(await list(rx, reader)).toMatchObject([{ id: question.id, answer: { ...answered, signature: null } }]);
  expect((await open()).map(({ id }) => id)).not.toContain(question.id);
});

test('the clock of the review stops while a question waits, and the pauses add up', async () => {
  const { rx, leaseId, question } = await asked();
  expect(await clockOf(rx)).toEqual({ askedTime: clock.now, pausedMs: 0 });
  const { list: waiting } = await page();
  expect(waiting.find(({ id }) => id === rx.id)).toMatchObject({ askedTime: clock.now, pausedMs: 0 });
  clock.now += minutes;
  const { data: second } = await ask(rx, leaseId, { text: 'And for how long?' });
  await answer(question.id);
  expect(await clockOf(rx), 'the second one still waits').toEqual({ askedTime: clock.now - minutes, pausedMs: 0 });
  clock.now += minutes;
  await answer(second.id);
  expect(await clockOf(rx)).toEqual({ askedTime: null, pausedMs: 2 * minutes });
  const { data: third } = await ask(rx, (await leased(rx)).leaseId);
  clock.now += minutes;
  await answer(third.id);
  expect(await clockOf(rx)).toEqual({ askedTime: null, pausedMs: 3 * minutes });
});

test('the time that a review waited for an answer does not move it forward in the queue', async () => {
  const { rx, question } = await asked();
  clock.now += minutes;
  const later = await submit();
  clock.now += minutes;
  await answer(question.id);
  const ids = (await page()).list.map(({ id }) => id);
  expect(ids.indexOf(later.id)).toBeLessThan(ids.indexOf(rx.id));
});

test('a question and an answer are pushed to the doctor and to reviewers', async () => {
  const { rx, question } = await asked();
  const change = { type: 'question.changed', questionId: question.id, prescriptionId: rx.id, orderId: rx.orderId };
  const pushed = (state: string) => expect.objectContaining({ ...change, doctorId: doctor.id, state });
  expect(database.published).toContainEqual(pushed('asked'));
  await answer(question.id);
  expect(database.published).toContainEqual(pushed('answered'));
  const events = await rx.events();
  expect(JSON.stringify(events), 'the patient’s conversation says nothing of it').not.toContain('500 mg meant');
});

test('nobody asks without holding the prescription, nor after the lease is lost', async () => {
  const rx = await submit();
  expect(await ask(rx, crypto.randomUUID())).toMatchObject({ code: Code.leaseLost });
  const { leaseId } = await leased(rx);
  expect(await ask(rx, leaseId, {}, colleague)).toMatchObject({ code: Code.leaseLost });
  expect(await ask(rx, leaseId, {}, doctor)).toMatchObject({ code: Code.forbidden });
  clock.now += 3 * minutes;
  await leased(rx, colleague);
  const lost = await ask(rx, leaseId);
  expect(lost).toMatchObject({ code: Code.leaseLost, data: { holder: { name: 'Dr 3' } } });
  expect(await list(rx)).toEqual([]);
});

test('an answer is sent only by the prescription’s own doctor, and others learn nothing', async () => {
  const { rx, question } = await asked();
  const other = await hospital.hire(false);
  expect(await answer(question.id, 'x', other)).toMatchObject({ code: Code.notFound });
  expect(await list(rx, other)).toBe(Code.notFound);
  expect(await open(other)).toEqual([]);
  expect(await answer(question.id, '  ')).toMatchObject({ code: Code.questionRefused });
});

test('a lost answer is sent again without harm; another text for an answered question is refused', async () => {
  const clientRequestId = crypto.randomUUID();
  const { rx, leaseId, question } = await asked({ clientRequestId });
  expect((await ask(rx, leaseId, { clientRequestId })).data.id).toBe(question.id);
  const first = await answer(question.id);
  clock.now += minutes;
  expect(await ask(rx, leaseId, { clientRequestId })).toMatchObject({
    code: 200,
    data: { answer: { confirms: false } },
  });
  expect(await answer(question.id)).toEqual(first);
  const other = await answer(question.id, 'No, 250 mg.');
  expect(other).toMatchObject({ code: Code.questionClosed });
  expect(other.msg).toContain('answered already');
  expect(await list(rx)).toMatchObject([{ answer: { text: 'Yes, 500 mg.' } }]);
});

test('two questions at once are both stored, and the clock stopped once; at most five wait', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const both = await Promise.all([ask(rx, leaseId, { text: 'One?' }), ask(rx, leaseId, { text: 'Two?' })]);
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  expect(await clockOf(rx)).toEqual({ askedTime: clock.now, pausedMs: 0 });
  for (let n = 2; n < limits.openQuestions; n += 1) await ask(rx, leaseId);
  const more = await ask(rx, leaseId);
  expect(more).toMatchObject({ code: Code.questionRefused });
  expect(more.msg).toContain(`${limits.openQuestions} questions`);
});

test('an open question outlives a lease, and the next reviewer reads its answer', async () => {
  const { rx, question } = await asked();
  clock.now += 4 * minutes;
  await leased(rx, colleague);
  await answer(question.id);
  expect(await list(rx, colleague)).toMatchObject([{ author: { id: reviewer.id }, answer: { text: 'Yes, 500 mg.' } }]);
});

test('an undoable decision leaves a question open; in effect it closes the question and keeps its text', async () => {
  const { rx, leaseId, question } = await asked();
  await approve(rx, leaseId);
  expect(await ask(rx, leaseId)).toMatchObject({ code: Code.questionRefused });
  expect(await list(rx)).toMatchObject([{ closed: null }]);
  await hospital.call(undoDecision, reviewer, { id: rx.id, leaseId });
  expect(await clockOf(rx)).toMatchObject({ askedTime: question.askTime });
  await approve(rx, leaseId);
  clock.now += undoMs;
  await carryOut();
  expect(await list(rx, doctor)).toMatchObject([
    { text: 'Is 500 mg meant?', answer: null, closed: { reason: 'decided', time: clock.now } },
  ]);
  expect(await clockOf(rx)).toEqual({ askedTime: null, pausedMs: undoMs });
  expect(await open()).not.toContainEqual(expect.objectContaining({ id: question.id }));
});

test('an answer within the eight seconds of a decision counts, and the decision takes effect', async () => {
  const { rx, leaseId, question } = await asked();
  await approve(rx, leaseId);
  clock.now += undoMs - 1;
  expect(await answer(question.id)).toMatchObject({ code: 200 });
  clock.now += 1;
  expect(await carryOut()).toBe(1);
  expect(await list(rx)).toMatchObject([{ answer: { text: 'Yes, 500 mg.' }, closed: null }]);
});

test('an answer that races a decision is either stored before it or refused with the reason', async () => {
  for (let n = 0; n < 4; n += 1) {
    const { rx, leaseId, question } = await asked();
    const reject = { id: rx.id, version: rx.version, leaseId, reasonCodes: ['dosage'], remark: 'Too much' };
    const [answered, decided] = await Promise.all([
      answer(question.id),
      hospital.call(rejectAudit, reviewer, reject) as Promise<Answer<unknown>>,
    ]);
    expect(decided.code).toBe(200);
    const [stored] = (await list(rx)) as Question[];
    if (answered.code === 200) expect(stored).toMatchObject({ answer: { text: 'Yes, 500 mg.' }, closed: null });
    else
      expect([answered.code, stored]).toMatchObject([
        Code.questionClosed,
        { answer: null, closed: { reason: 'decided' } },
      ]);
    expect(await clockOf(rx)).toMatchObject({ askedTime: null });
  }
});

test('a cancellation, an edit and an expiry close an open question and keep its text', async () => {
  const [cancelled, edited, expired] = [await asked(), await asked(), await asked()];
  await cancel(cancelled.rx);
  clock.now += 4 * minutes;
  expect(await edit(edited.rx, edited.rx.content)).toMatchObject({ code: 200 });
  expect(await clockOf(edited.rx)).toEqual({ askedTime: null, pausedMs: 0 });
  clock.now += 25 * 60 * minutes;
  await expirePrescriptions({ ...hospital.needs, db: database.db });
  const closed = async ({ rx }: Awaited<ReturnType<typeof asked>>) => list(rx, doctor);
  expect(await closed(cancelled)).toMatchObject([{ text: 'Is 500 mg meant?', closed: { reason: 'cancelled' } }]);
  expect(await closed(edited)).toMatchObject([{ version: 1, closed: { reason: 'edited' } }]);
  expect(await closed(expired)).toMatchObject([{ closed: { reason: 'expired' } }]);
  const refusal = await answer(edited.question.id);
  expect(refusal).toMatchObject({ code: Code.questionClosed, data: { reason: 'edited' } });
});

test('questions and answers are in the prescription’s history, and on the trail without their text', async () => {
  const { rx, question } = await asked();
  await answer(question.id);
  await list(rx, doctor);
  const { data } = await info(rx);
  expect(data).toMatchObject({
    logs: expect.arrayContaining([
      expect.objectContaining({ action: 'asked', operator: 'Dr 2', remark: 'Is 500 mg meant?' }),
      expect.objectContaining({ action: 'answered', operator: 'Dr 1', remark: 'Yes, 500 mg.' }),
    ]),
  });
  const ofReview = [eq(auditTrail.entityId, rx.id), eq(auditTrail.entity, 'review')];
  const rows = (await hospital.store.rows(auditTrail, ...ofReview)).sort((a, b) => Number(a.id) - Number(b.id));
  const of = (userId: string) => rows.filter((row) => row.userId === userId && row.patientId === rx.patientId);
  expect(of(reviewer.id).map(({ detail }) => detail)).toContainEqual({ asked: question.id });
  expect(of(doctor.id)).toMatchObject([
    { action: 'update', detail: { answered: question.id } },
    { action: 'read', detail: { questions: true } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('500 mg');
});

test('a refused question leaves a row on the patient’s trail', async () => {
  const rx = await submit();
  await ask(rx, crypto.randomUUID());
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.entityId, rx.id), eq(auditTrail.outcome, 'refused'));
  expect(rows).toMatchObject([{ action: 'update', userId: reviewer.id, patientId: rx.patientId }]);
});

test('a question and its answer keep the names that their authors had then', async () => {
  const { rx, question } = await asked();
  await answer(question.id);
  const rename = (who: Member, name: string) =>
    hospital.store.change(staff, { name, nameEn: name }, eq(staff.id, who.id));
  await rename(reviewer, 'Another Person');
  await rename(doctor, 'Somebody Else');
  expect(await list(rx)).toMatchObject([{ author: { name: 'Dr 2' }, answer: { author: { name: 'Dr 1' } } }]);
  await rename(reviewer, 'Dr 2');
  await rename(doctor, 'Dr 1');
});

const hourMs = 3_600_000;
const hospitalMidnight = (time: number) => time - ((time + hospitalOffsetMs) % (24 * hourMs));

test('a pause that crosses closing time takes nothing from the wait and adds nothing to it', async () => {
  const day = serviceHoursOf([{ from: 8 * 60, to: 22 * 60 }]);
  const evening = hospitalMidnight(clock.now) + 45 * hourMs;
  clock.now = evening;
  const rx = await submit();
  clock.now = evening + 50 * 60_000;
  const { data: question } = await ask(rx, (await leased(rx)).leaseId);
  clock.now = evening + 11 * hourMs + 10 * 60_000;
  await answer(question.id);
  const item = (await page()).list.find(({ id }) => id === rx.id) as { countedSince?: number } | undefined;
  expect(serviceMsBetween(day, item?.countedSince ?? 0, clock.now)).toBe(50 * 60_000);
  expect(await clockOf(rx)).toEqual({ askedTime: null, pausedMs: 10 * hourMs + 20 * 60_000 });
});
