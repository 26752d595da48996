import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, auditContext, saveReviewDraft } from '../../../contract/extension/audit.ts';
import { expirePrescriptions } from '../../../server/prescriptions/expire.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { minutes, type ReviewSuite, type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let reviewer: Member;
let colleague: Member;
const { clock, submit, leased, approve, reject, cancel, edit, info } = reviewSuite((suite) => {
  ({ database, hospital, auditor: reviewer, colleague } = suite);
});

const expire = () => expirePrescriptions({ ...hospital.needs, db: database.db });
const changed = (msg: string, status: number) => ({
  code: Code.prescriptionCancelled,
  msg,
  data: { current: { status } },
});

test('who decides after a colleague is told the colleague’s name and decision', async () => {
  for (const [decide, msg, status] of [
    [approve, 'Dr 3 has approved this prescription', 20],
    [reject, 'Dr 3 has rejected this prescription', 11],
  ] as const) {
    const rx = await submit();
    const { leaseId } = await leased(rx);
    clock.now += 4 * minutes;
    const second = await leased(rx, colleague);
    expect(await decide(rx, second.leaseId, colleague)).toMatchObject({ code: 200 });
    expect(await approve(rx, leaseId)).toMatchObject(changed(msg, status));
  }
});

test('who decides after the doctor’s withdrawal or edit is told which, and by whom', async () => {
  const withdrawn = await submit();
  const { leaseId } = await leased(withdrawn);
  await cancel(withdrawn);
  expect(await reject(withdrawn, leaseId)).toMatchObject(changed('Dr 1 has cancelled this prescription', 40));
  const edited = await submit();
  const lease = await leased(edited);
  clock.now += 4 * minutes;
  expect(await edit(edited, edited.content)).toMatchObject({ code: 200 });
  expect(await approve(edited, lease.leaseId)).toMatchObject(
    changed('Dr 1 has changed this prescription. Open it again to review the new version', 10),
  );
});

test('who decides after the expiry is told so, and not that the doctor withdrew it', async () => {
  const rx = await submit({ packs: 5 });
  const { leaseId } = await leased(rx);
  clock.now += 25 * 60 * minutes;
  await expire();
  expect(await approve(rx, leaseId)).toMatchObject(
    changed('This prescription expired before it was decided; the doctor must write a new one', 50),
  );
  expect(await rx.stock()).toBe(5);
});

test('of an approval and the expiry at once one succeeds, and the packs are where the outcome says', async () => {
  for (let round = 0; round < 6; round += 1) {
    const rx = await submit({ packs: 5 });
    const { data } = await info(rx);
    clock.now = (data as { expireTime: number }).expireTime - 1;
    const { leaseId } = await leased(rx);
    const decided = approve(rx, leaseId);
    clock.now += 1;
    const [{ code }] = await Promise.all([decided, expire()]);
    const { data: after } = await info(rx);
    const { status } = after as { status: number };
    expect(status).toBe(code === 200 ? 20 : 50);
    expect(await rx.stock()).toBe(code === 200 ? 4 : 5);
  }
});

test('the text of a reviewer who lost the lease stays through the colleague’s review, until it is decided', async () => {
  const rx: Rx = await submit();
  await leased(rx);
  const text = { id: rx.id, comment: 'Ask for the weight', reasonCodes: ['dosage'] };
  expect(await hospital.call(saveReviewDraft, reviewer, text)).toMatchObject({ code: 200 });
  clock.now += 4 * minutes;
  const { leaseId } = await leased(rx, colleague);
  const drafts = async () => (await hospital.call(auditContext, reviewer, { id: rx.id })).data;
  expect(await drafts()).toMatchObject({ drafts: [{ author: { id: reviewer.id }, comment: 'Ask for the weight' }] });
  await hospital.call(approveAudit, colleague, { id: rx.id, version: 1, leaseId, checklist: allTicked });
  expect(await drafts()).toMatchObject({ drafts: [] });
});
