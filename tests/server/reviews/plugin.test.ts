import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  myAuditRecord,
  pageAudit,
  pullAudit,
  rejectAudit,
  releaseAudit,
  renewAudit,
} from '../../../contract/extension/audit.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { prescriptionVersions } from '../../../contract/extension/versions.ts';
import { prescription, prescriptionLog } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { releaseExpiredLeases } from '../../../server/reviews/expiredLeases.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { minutes, type ReviewSuite, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
let colleague: Member;
const { clock, submit, claim, leased, approve, reject, cancel, edit, info, page, announced } = reviewSuite((suite) => {
  ({ database, hospital, doctor, auditor: reviewer, colleague } = suite);
});

test('a claim lasts three minutes, and the doctor and other reviewers see whose it is', async () => {
  const rx = await submit();
  database.published.length = 0;
  expect(await claim(rx)).toMatchObject({ code: 200, data: { leaseUntil: morning + 3 * minutes, version: 1 } });
  expect(announced()).toEqual(['review.changed', 'prescription.changed']);
  expect(await claim(rx, colleague)).toMatchObject({
    code: Code.locked,
    msg: 'Held by Dr 2; try again later',
    data: { holder: { id: reviewer.id, name: 'Dr 2' }, leaseUntil: morning + 3 * minutes },
  });
  expect(await info(rx)).toMatchObject({ data: { auditStatus: 1, holder: { id: reviewer.id } } });
  const { list } = await page({ auditStatus: 1 });
  expect(list.find(({ id }) => id === rx.id)).toMatchObject({ holder: { id: reviewer.id } });
});

test('of two reviewers who claim at once one gets the lease', async () => {
  const rx = await submit();
  const answers = await Promise.all([claim(rx), claim(rx, colleague)]);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, Code.locked]));
});

test('claiming again keeps the same lease, for a lost answer', async () => {
  const rx = await submit();
  const first = await leased(rx);
  clock.now += minutes;
  expect(await leased(rx)).toEqual({ ...first, leaseUntil: clock.now + 3 * minutes });
});

test('a lease can be renewed and released, and expires', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  clock.now += 2 * minutes;
  expect(await hospital.call(renewAudit, reviewer, { id: rx.id, leaseId })).toMatchObject({
    data: { leaseId, leaseUntil: clock.now + 3 * minutes },
  });
  clock.now += 3 * minutes;
  expect(await hospital.call(renewAudit, reviewer, { id: rx.id, leaseId })).toMatchObject({ code: Code.leaseLost });
  expect(await info(rx)).toMatchObject({ data: { auditStatus: 0, holder: null } });
  const next = await leased(rx, colleague);
  expect(await hospital.call(releaseAudit, reviewer, { id: rx.id, leaseId }), 'not theirs any more').toMatchObject({
    code: 200,
  });
  expect(await claim(rx)).toMatchObject({ code: Code.locked });
  expect(await hospital.call(releaseAudit, colleague, { id: rx.id, leaseId: next.leaseId })).toMatchObject({
    code: 200,
  });
  expect(await claim(rx)).toMatchObject({ code: 200 });
});

test('an expired lease is announced to the other reviewers once', async () => {
  const rx = await submit();
  await leased(rx);
  clock.now += 3 * minutes;
  database.published.length = 0;
  const clockwork = { ...hospital.needs, db: database.db };
  expect(await releaseExpiredLeases(clockwork)).toBeGreaterThanOrEqual(1);
  expect(await releaseExpiredLeases(clockwork)).toBe(0);
  expect(database.published).toContainEqual(
    expect.objectContaining({ type: 'review.changed', prescriptionId: rx.id, removal: null, updateTime: clock.now }),
  );
});

test('an approval makes the prescription valid', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  clock.now += minutes;
  expect(await approve(rx, leaseId)).toMatchObject({ code: 200, data: { status: 20, auditStatus: 2, version: 2 } });
  expect(await rx.stock()).toBe(9);
  expect(await info(rx)).toMatchObject({
    data: {
      status: 20,
      auditor: { id: reviewer.id, name: 'Dr 2' },
      auditTime: clock.now,
      expireTime: clock.now + 86_400_000,
      logs: [{ action: 'submitted' }, { action: 'claimed' }, { action: 'approved', operator: 'Dr 2' }],
    },
  });
  const { list } = await page();
  expect(list.map(({ id }) => id)).not.toContain(rx.id);
  expect((await rx.events()).at(-1)).toMatchObject({ kind: 'prescription', payload: { status: 20, version: 2 } });
});

test('an approval that is repeated because its answer was lost takes effect once', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const first = await approve(rx, leaseId);
  clock.now += 10 * minutes;
  expect(await approve(rx, leaseId)).toEqual(first);
  const log = await hospital.store.rows(prescriptionLog, eq(prescriptionLog.prescriptionId, rx.id));
  expect(log.filter(({ action }) => action === 'approved')).toHaveLength(1);
});

test('an approval needs all ten verifications', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const [first, ...rest] = allTicked;
  expect(await approve(rx, leaseId, reviewer, rest)).toMatchObject({
    code: Code.checklistIncomplete,
    data: { missing: [first?.code] },
  });
  expect(await approve(rx, leaseId, reviewer, [{ ...first, ok: false }, ...rest])).toMatchObject({
    code: Code.checklistIncomplete,
  });
  expect(await info(rx)).toMatchObject({ data: { status: 10 } });
});

test('the comment of an approval, which is signed, has no blanks', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const refused = await approve(rx, leaseId, reviewer, undefined, 'Again in __ days');
  expect(refused).toMatchObject({ code: Code.badRequest, data: { field: 'remark', blank: '__' } });
  expect(await approve(rx, leaseId, reviewer, undefined, 'Again in 3 days')).toMatchObject({ code: 200 });
});

test('a decision needs a valid lease', async () => {
  const rx = await submit();
  expect(await approve(rx, crypto.randomUUID())).toMatchObject({ code: Code.leaseLost });
  const { leaseId } = await leased(rx);
  clock.now += 3 * minutes;
  expect(await reject(rx, leaseId)).toMatchObject({ code: Code.leaseLost, data: { holder: null } });
  await leased(rx, colleague);
  expect(await approve(rx, leaseId)).toMatchObject({ code: Code.leaseLost, data: { holder: { id: colleague.id } } });
});

test('a rejection gives the doctor its reasons and returns the packs; an edit goes to review again', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  expect(await reject(rx, leaseId)).toMatchObject({ data: { status: 11, auditStatus: 3, version: 2 } });
  expect(await rx.stock()).toBe(10);
  expect(await info(rx)).toMatchObject({ data: { auditRemark: 'Too much', auditReasonCodes: ['dosage'] } });
  expect(await edit({ id: rx.id, version: 2 }, rx.content)).toMatchObject({
    data: { status: 10, auditStatus: 0, version: 3 },
  });
  expect(await rx.stock()).toBe(9);
  expect(await info(rx)).toMatchObject({ data: { auditRemark: null, auditor: null } });
  const again = await leased({ id: rx.id, version: 3 }, colleague);
  expect(await approve({ id: rx.id, version: 3 }, again.leaseId, colleague)).toMatchObject({ code: 200 });
});

test('the lines that a rejection marks are shown to the doctor, and stay with that version', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await reject(rx, leaseId, reviewer, { markedLines: [0, 7] });
  expect(await info(rx)).toMatchObject({ data: { markedLines: [0] } });
  const lines = rx.content.lines.map((line) => ({ ...line, days: 1 }));
  await edit({ id: rx.id, version: 2 }, { ...rx.content, lines });
  expect(await info(rx)).toMatchObject({ data: { markedLines: null } });
  const versions = (as: typeof reviewer) => hospital.call(prescriptionVersions, as, { id: rx.id });
  const before = rx.content.lines[0]?.days;
  for (const reader of [doctor, reviewer])
    expect(await versions(reader)).toMatchObject({
      data: [
        {
          version: 1,
          lines: [{ days: before }],
          rejection: { auditor: 'Dr 2', reasonCodes: ['dosage'], remark: 'Too much', markedLines: [0] },
        },
        { version: 3, lines: [{ days: 1 }], rejection: null },
      ],
    });
  expect(await versions(await hospital.hire(false))).toMatchObject({ code: Code.notFound });
});

test('a doctor may resubmit a rejected prescription unchanged with a second signature', async () => {
  const rx = await submit();
  await reject(rx, (await leased(rx)).leaseId);
  expect(await edit({ id: rx.id, version: 2 }, rx.content, { doubleSign: true })).toMatchObject({
    data: { version: 3 },
  });
  expect(await info(rx)).toMatchObject({ data: { status: 10, doubleSign: true } });
});

test('a rejection needs reasons and a remark', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const say = (more: object) =>
    hospital.call(rejectAudit, reviewer, {
      id: rx.id,
      version: 1,
      leaseId,
      reasonCodes: ['dosage'],
      remark: 'Dose too high',
      ...more,
    });
  expect(await say({ reasonCodes: [] })).toMatchObject({ code: Code.badRequest, data: { field: 'reasonCodes' } });
  expect(await say({ reasonCodes: ['whim'] })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'reasonCodes.0' },
  });
  expect(await say({ remark: ' ' })).toMatchObject({ code: Code.badRequest, data: { field: 'remark' } });
});

test('a claimed prescription cannot be edited, and the doctor gets the reviewer and the end of the lease', async () => {
  const rx = await submit();
  const { leaseUntil } = await leased(rx);
  expect(await edit(rx, rx.content)).toMatchObject({
    code: Code.prescriptionInReview,
    msg: 'In review by Dr 2',
    data: { auditorName: 'Dr 2', leaseUntil },
  });
  clock.now = leaseUntil;
  expect(await edit(rx, rx.content)).toMatchObject({ code: 200 });
});

test('a doctor may cancel a claimed prescription, and the reviewer is informed', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  database.published.length = 0;
  expect(await cancel(rx)).toMatchObject({ code: 200 });
  expect(database.published).toContainEqual(
    expect.objectContaining({
      type: 'review.changed',
      // The event carries the name in both languages, because reviewers use either.
      removal: { reason: 'withdrawn', by: { id: doctor.id, name: '医生1', nameEn: 'Dr 1' } },
    }),
  );
  expect(await approve(rx, leaseId)).toMatchObject({
    code: Code.prescriptionCancelled,
    data: { current: { status: 40, auditStatus: 9, version: 2 } },
  });
  expect(await hospital.call(renewAudit, reviewer, { id: rx.id, leaseId })).toMatchObject({
    code: Code.prescriptionCancelled,
  });
});

test('a reviewer who comes too late sees the signature of the doctor under a link of their own', async () => {
  await hospital.store.change(staff, { signUrl: '/files/signature' }, eq(staff.id, doctor.id));
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await cancel(rx);
  const late = {
    code: Code.prescriptionCancelled,
    data: { current: { doctor: { signUrl: `/files/signature?reader=${reviewer.id}` } } },
  };
  expect(await approve(rx, leaseId)).toMatchObject(late);
  expect(await claim(rx)).toMatchObject(late);
  expect(await hospital.call(renewAudit, reviewer, { id: rx.id, leaseId })).toMatchObject(late);
  await hospital.store.change(staff, { signUrl: null }, eq(staff.id, doctor.id));
});

test('of approval and cancellation at once one succeeds and the other gets the current state', async () => {
  for (let round = 0; round < 10; round += 1) {
    const rx = await submit();
    const { leaseId } = await leased(rx);
    const [decided, cancelled] = await Promise.all([approve(rx, leaseId), cancel(rx)]);
    const codes = [decided.code, cancelled.code];
    expect([
      [200, Code.prescriptionChanged],
      [Code.prescriptionCancelled, 200],
    ]).toContainEqual(codes);
    expect(await info(rx)).toMatchObject({ data: { status: decided.code === 200 ? 20 : 40, version: 2 } });
    expect(await rx.stock()).toBe(decided.code === 200 ? 9 : 10);
  }
});

test('a reviewer cannot review a prescription of their own', async () => {
  const rx = await submit();
  await hospital.store.change(prescription, { doctorId: reviewer.id }, eq(prescription.id, rx.id));
  expect(await claim(rx)).toMatchObject({ code: Code.ownPrescription });
  const leaseId = crypto.randomUUID();
  const forced = { auditStatus: 1, leaseId, leaseHolderId: reviewer.id, leaseUntil: morning + minutes };
  await hospital.store.change(prescription, forced, eq(prescription.id, rx.id));
  expect(await approve(rx, leaseId)).toMatchObject({ code: Code.ownPrescription });
  expect(await reject(rx, leaseId)).toMatchObject({ code: Code.ownPrescription });
  expect(await hospital.store.first(prescription, eq(prescription.id, rx.id))).toMatchObject({
    status: 10,
    version: 1,
  });
});

test('review calls are for signed-in reviewers only', async () => {
  const rx = await submit();
  for (const operation of [pageAudit, pullAudit, claimAudit, approveAudit, rejectAudit, auditContext, myAuditRecord]) {
    expect(await hospital.call(operation, doctor, { id: rx.id })).toMatchObject({ code: Code.forbidden });
    expect(await hospital.call(operation, null, { id: rx.id })).toMatchObject({ code: Code.unauthorised });
  }
});

test("another hospital's prescription looks nonexistent", async () => {
  const rx = await submit();
  const foreigner = await hospital.hire(true, true, hospital.elsewhere);
  const nobody = { id: '999999', version: 1 };
  const leaseId = crypto.randomUUID();
  expect(await claim(rx, foreigner)).toEqual(await claim(nobody, foreigner));
  expect(await approve(rx, leaseId, foreigner)).toEqual(await approve(nobody, leaseId, foreigner));
  expect(await info(rx, foreigner)).toEqual(await info(nobody, foreigner));
  expect(await hospital.call(auditContext, foreigner, { id: rx.id })).toMatchObject({ code: Code.notFound });
  expect(await hospital.call(pageAudit, foreigner, {})).toMatchObject({ data: { list: [], total: 0 } });
  expect(await hospital.call(pullAudit, foreigner, {})).toMatchObject({ data: { list: [], more: false } });
});

const addFact = (rx: { orderId: string }, value: object) =>
  hospital.call(savePatientFacts, doctor, {
    orderId: rx.orderId,
    changes: [{ op: 'add', origin: 'patient', value }],
  });
const allergy = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: 'rash', severity: 'severe' };

test('an allergy stated after the submission is in the reviewer’s findings, and refuses the approval', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  expect(await addFact(rx, allergy)).toMatchObject({ code: 200 });
  expect(database.published).toContainEqual(expect.objectContaining({ type: 'patient.factsChanged' }));
  expect(await hospital.call(auditContext, reviewer, { id: rx.id })).toMatchObject({
    data: { ruleHits: expect.arrayContaining([expect.objectContaining({ ruleCode: 'allergy', level: 'block' })]) },
  });
  expect(await approve(rx, leaseId)).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { ruleHits: [expect.objectContaining({ ruleCode: 'allergy', level: 'block' })] },
  });
  expect(await info(rx)).toMatchObject({ data: { status: 10 } });
});

test('facts stated after a decision leave its findings as they were', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  await approve(rx, leaseId);
  await addFact(rx, allergy);
  const { data } = await hospital.call(auditContext, reviewer, { id: rx.id });
  expect((data as { ruleHits: { ruleCode: string }[] }).ruleHits.map(({ ruleCode }) => ruleCode)).not.toContain(
    'allergy',
  );
});
