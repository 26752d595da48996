import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  rejectAudit,
  releaseAudit,
  saveReviewDraft,
  undoDecision,
} from '../../../contract/extension/audit.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { limits } from '../../../contract/limits.ts';
import { reviewDraft } from '../../../server/db/schema/prescriptions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { expirePrescriptions } from '../../../server/prescriptions/expire.ts';
import { carryOutDecisions } from '../../../server/reviews/carryOut.ts';
import { removeOldDrafts } from '../../../server/reviews/drafts.ts';
import { releaseExpiredLeases } from '../../../server/reviews/expiredLeases.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { minutes, type ReviewSuite, type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
let colleague: Member;
const { clock, submit, claim, leased, cancel, edit, info, page } = reviewSuite((suite) => {
  ({ database, hospital, doctor, auditor: reviewer, colleague } = suite);
});
const { undoMs } = limits;

const approve = ({ id, version }: Rx, leaseId: string) =>
  hospital.call(approveAudit, reviewer, { id, version, leaseId, checklist: allTicked, undoMs });
const reject = ({ id, version }: Rx, leaseId: string) =>
  hospital.call(rejectAudit, reviewer, { id, version, leaseId, reasonCodes: ['dosage'], remark: 'Too much', undoMs });
const undo = ({ id }: Rx, leaseId: string) => hospital.call(undoDecision, reviewer, { id, leaseId });
const carryOut = () => carryOutDecisions({ ...hospital.needs, db: database.db });

test('an approval takes effect after eight seconds; until then doctor and other reviewers see it coming', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const effectiveAt = clock.now + undoMs;
  const decided = { action: 'approve', by: { id: reviewer.id, name: 'Dr 2' }, effectiveAt };
  expect(await approve(rx, leaseId)).toMatchObject({ code: 200, data: { status: 10, auditStatus: 1, effectiveAt } });
  expect(await info(rx)).toMatchObject({ data: { status: 10, decided } });
  expect((await page()).list.find(({ id }) => id === rx.id)).toMatchObject({ decided });
  clock.now += undoMs - 1;
  expect(await carryOut()).toBe(0);
  clock.now += 1;
  expect(await carryOut()).toBe(1);
  const { data } = await info(rx);
  expect(data).toMatchObject({ status: 20, auditStatus: 2, version: 2, auditTime: effectiveAt, decided: null });
  expect(data).toMatchObject({ signatures: [{ state: 'valid' }, { role: 'auditor', state: 'valid' }] });
  expect(await carryOut()).toBe(0);
});

test('an undone decision never happened, and the reviewer still holds the prescription', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await reject(rx, leaseId);
  const reasons = { reasonCodes: ['dosage'], remark: 'Too much' };
  expect(await info(rx), 'the doctor reads the reasons at once').toMatchObject({ data: { decided: reasons } });
  clock.now += 7_000;
  expect(await undo(rx, leaseId)).toMatchObject({ code: 200, data: { leaseId, leaseUntil: clock.now + 3 * minutes } });
  clock.now += undoMs;
  expect(await carryOut()).toBe(0);
  expect(await info(rx)).toMatchObject({ data: { status: 10, auditStatus: 1, version: 1, decided: null } });
});

test('a decision that has taken effect can no longer be undone', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await approve(rx, leaseId);
  clock.now += undoMs;
  await carryOut();
  expect(await undo(rx, leaseId)).toMatchObject({ code: Code.undoTooLate });
});

test('a repeated decision keeps its time, for a lost answer, before and after it takes effect', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const first = await approve(rx, leaseId);
  clock.now += 3_000;
  expect(await approve(rx, leaseId)).toEqual(first);
  clock.now += undoMs;
  await carryOut();
  expect(await approve(rx, leaseId)).toMatchObject({ code: 200, data: { status: 20, auditStatus: 2 } });
});

test('the doctor’s cancellation wins over a decision that has not taken effect', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await approve(rx, leaseId);
  expect(await cancel(rx)).toMatchObject({ code: 200 });
  clock.now += undoMs;
  expect(await carryOut()).toBe(0);
  expect(await info(rx)).toMatchObject({ data: { status: 40, decided: null } });
  expect(await undo(rx, leaseId)).toMatchObject({ code: Code.prescriptionCancelled });
});

test('nobody else takes over or edits a prescription that is decided, however long the platform was down', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await approve(rx, leaseId);
  expect(await edit(rx, rx.content)).toMatchObject({ code: Code.prescriptionInReview });
  clock.now += 10 * minutes;
  expect(await claim(rx, colleague)).not.toMatchObject({ code: 200 });
  await releaseExpiredLeases({ ...hospital.needs, db: database.db });
  expect(await info(rx)).toMatchObject({ data: { decided: { by: { id: reviewer.id } } } });
  await carryOut();
  expect(await info(rx)).toMatchObject({ data: { status: 20, auditTime: expect.any(Number) } });
});

test('a finding that refuses meanwhile stops the approval, and the reviewer holds it again', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await approve(rx, leaseId);
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: 'rash', severity: 'severe' };
  const changes = [{ op: 'add', origin: 'patient', value }];
  await hospital.call(savePatientFacts, doctor, { orderId: rx.orderId, changes });
  clock.now += undoMs;
  await carryOut();
  expect(await info(rx)).toMatchObject({ data: { status: 10, auditStatus: 1, decided: null } });
});

test('a reviewer holds at most ten prescriptions at once', async () => {
  const many = [];
  for (let n = 0; n <= limits.claimsAtOnce; n += 1) many.push(await submit());
  const fresh = await hospital.hire(true);
  const codes = [];
  for (const rx of many) codes.push((await claim(rx, fresh)).code);
  expect(codes).toEqual([...Array.from({ length: limits.claimsAtOnce }, () => 200), Code.tooManyClaims]);
  expect((await hospital.call(claimAudit, fresh, many[0] ?? { id: '', version: 1 })).code).toBe(200);
});

test('a lost lease is on the trail of the one who lost it, by the clock or by the next claim', async () => {
  const rx = await submit();
  await leased(rx);
  clock.now += 3 * minutes;
  await leased(rx, colleague);
  clock.now += 3 * minutes;
  await releaseExpiredLeases({ ...hospital.needs, db: database.db });
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.entityId, rx.id), eq(auditTrail.action, 'release'));
  expect(rows).toMatchObject([
    { userId: reviewer.id, patientId: rx.patientId, detail: { lapsed: true } },
    { userId: colleague.id, patientId: rx.patientId, detail: { lapsed: true } },
  ]);
});

test('a claim that a colleague’s lease refuses is on the trail of who was refused, with the patient', async () => {
  const rx = await submit();
  await leased(rx);
  expect((await claim(rx, colleague)).code).toBe(Code.locked);
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.entityId, rx.id), eq(auditTrail.action, 'claim'));
  expect(rows).toMatchObject([
    { userId: reviewer.id, outcome: 'ok', patientId: rx.patientId },
    { userId: colleague.id, outcome: 'refused', patientId: rx.patientId, detail: { code: Code.locked } },
  ]);
});

test('a prescription that waits beyond its validity expires, and its stock returns', async () => {
  const rx = await submit({ packs: 5 });
  const { leaseId } = await leased(rx);
  clock.now += 25 * 60 * minutes;
  expect(await approve(rx, leaseId)).toMatchObject({ code: Code.prescriptionExpired });
  expect(await claim(rx)).toMatchObject({ code: Code.prescriptionExpired });
  await expirePrescriptions({ ...hospital.needs, db: database.db });
  expect(await info(rx)).toMatchObject({ data: { status: 50, auditStatus: 9 } });
  expect(await rx.stock()).toBe(5);
  expect(database.published).toContainEqual(
    expect.objectContaining({ type: 'review.changed', removal: { reason: 'expired', by: null } }),
  );
});

test('an approval in time wins over the expiry that falls into its eight seconds', async () => {
  const rx = await submit();
  clock.now += 24 * 60 * minutes - 5_000;
  const { leaseId } = await leased(rx);
  expect(await approve(rx, leaseId)).toMatchObject({ code: 200 });
  clock.now += undoMs;
  await expirePrescriptions({ ...hospital.needs, db: database.db });
  expect(await carryOut()).toBe(1);
  expect(await info(rx)).toMatchObject({ data: { status: 20 } });
});

test('a draft of a review is there on another device and for the next reviewer, until the decision', async () => {
  const rx = await submit();
  await leased(rx);
  const draft = { id: rx.id, version: 1, comment: 'Dose too high?', reasonCodes: ['dosage'], markedLines: [0] };
  const save = (more: object = {}, as = reviewer) => hospital.call(saveReviewDraft, as, { ...draft, ...more });
  expect(await save()).toMatchObject({ code: 200 });
  clock.now += 4 * minutes;
  expect(await save({ comment: 'Dose too high? Ask.' }), 'also after the lease is lost').toMatchObject({ code: 200 });
  const drafts = async (as: Member) => {
    const { data } = await hospital.call(auditContext, as, { id: rx.id });
    return (data as { drafts: unknown }).drafts;
  };
  const mine = { author: { id: reviewer.id, name: 'Dr 2' }, comment: 'Dose too high? Ask.', reasonCodes: ['dosage'] };
  expect(await drafts(reviewer)).toMatchObject([{ ...mine, markedLines: [0] }]);
  expect(await drafts(colleague)).toMatchObject([{ ...mine, markedLines: [0] }]);
  expect(await save({}, doctor)).toMatchObject({ code: Code.forbidden });
  expect(await save({ comment: '', reasonCodes: [] }), 'a marked line is a draft too').toMatchObject({ code: 200 });
  expect(await drafts(colleague)).toMatchObject([{ comment: '', reasonCodes: [], markedLines: [0] }]);
  expect(await save({ comment: '', reasonCodes: [], markedLines: [] })).toMatchObject({ code: 200 });
  expect(await drafts(reviewer)).toEqual([]);
  await save();
  await cancel(rx);
  expect(await save()).toMatchObject({ code: Code.prescriptionCancelled });
  await removeOldDrafts(database.db);
  expect(await hospital.store.rows(reviewDraft, eq(reviewDraft.prescriptionId, rx.id))).toEqual([]);
});

test('marked lines belong to the version that the reviewer read; the text stays for the next one', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const draft = { id: rx.id, version: 1, comment: 'Which line?', reasonCodes: ['dosage'], markedLines: [0] };
  await hospital.call(saveReviewDraft, reviewer, draft);
  await hospital.call(releaseAudit, reviewer, { id: rx.id, leaseId });
  const lines = rx.content.lines.map((line) => ({ ...line, days: 1 }));
  expect(await edit(rx, { ...rx.content, lines })).toMatchObject({ code: 200, data: { version: 2 } });
  const { data } = await hospital.call(auditContext, colleague, { id: rx.id });
  expect(data).toMatchObject({ drafts: [{ comment: 'Which line?', reasonCodes: ['dosage'], markedLines: [] }] });
});
