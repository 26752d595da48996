import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { readDueWork } from '../../../server/overview/dueWork.ts';
import { readWorkTrend } from '../../../server/overview/workTrend.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import { type Hospital, type Member, wholeRecord } from '../../support/hospital.ts';
import type { HospitalSuite } from '../../support/hospitalSuite.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let database: HospitalSuite['database'];
const { clock, prescribing } = prescribingSuite((suite) => {
  ({ hospital, database } = suite);
});

const hour = 3_600_000;
const day = 24 * hour;

/** Each test has a doctor of its own, whose work begins empty. */
let me: Member;
beforeEach(async () => {
  me = await hospital.hire(false);
});

const contextOf = (who: Member) => callContext(database.uow, { ...who, language: 'en' }, clock.now);
const trend = async () => answerOf(await readWorkTrend(null, contextOf(me))).days;
const due = async (who = me) => answerOf(await readDueWork({ nameOf: () => null })(null, contextOf(who)));

/** A prescription in a consultation of its own. */
async function prescribed(more: object = {}) {
  const { create } = await prescribing({ by: me });
  return dataOf(await create({ ...more }));
}

test('the trend has the hospital’s last 60 days, also those without work', async () => {
  const days = await trend();
  expect(days).toHaveLength(60);
  expect([days[0]?.day, days.at(-1)]).toEqual([
    '2026-03-08',
    { day: '2026-05-06', accepted: 0, finished: 0, prescribed: 0, rejected: 0, waitMs: null },
  ]);
});

test('accepted and finished consultations count on the hospital’s day of each, with the median wait', async () => {
  const midnight = Date.parse('2026-05-06T00:00:00+08:00');
  const accepted = (acceptTime: number, waitMs: number, more: object = {}) =>
    hospital.consultation(me, { order: { acceptTime, payTime: acceptTime - waitMs, ...more } });
  await accepted(midnight, 60_000);
  await accepted(midnight + hour, 180_000);
  await accepted(midnight - 1, 30_000, { status: OrderStatus.finished, endTime: midnight + hour });
  await hospital.consultation(await hospital.hire(false), { order: { acceptTime: midnight } });
  expect((await trend()).slice(-2)).toMatchObject([
    { day: '2026-05-05', accepted: 1, finished: 0, waitMs: 30_000 },
    { day: '2026-05-06', accepted: 2, finished: 1, waitMs: 120_000 },
  ]);
});

test('prescriptions count on the day they were written, and rejected ones among them', async () => {
  const rejected = await prescribed();
  await prescribed();
  await prescribed({ submit: false });
  await hospital.store.change(prescription, { status: 11 }, eq(prescription.id, rejected.id));
  expect((await trend()).at(-1)).toMatchObject({ prescribed: 2, rejected: 1 });
});

test('prescriptions that expire within a day are due, the most urgent first', async () => {
  const [soon, sooner, later, past] = [await prescribed(), await prescribed(), await prescribed(), await prescribed()];
  const expires = (rx: { id: string }, inMs: number, more: object = {}) =>
    hospital.store.change(prescription, { expireTime: clock.now + inMs, ...more }, eq(prescription.id, rx.id));
  await expires(soon, 20 * hour, { status: 20 });
  await expires(sooner, hour);
  await expires(later, 25 * hour);
  await expires(past, -1);
  const { expiring } = await due();
  expect([expiring.total, expiring.list.map(({ id }) => id)]).toEqual([2, [sooner.id, soon.id]]);
  expect((await due(await hospital.hire(false))).expiring).toEqual({ total: 0, list: [] });
});

test('ended consultations without a signed record are due while it can still be signed', async () => {
  const ended = (agoMs: number) =>
    hospital.consultation(me, { order: { status: OrderStatus.finished, endTime: clock.now - agoMs } });
  const [without, drafted, signed] = [await ended(2 * hour), await ended(hour), await ended(3 * hour)];
  await ended(day);
  await hospital.consultation(me);
  for (const [{ orderId, patientId }, status] of [
    [drafted, 0],
    [signed, 1],
  ] as const) {
    await hospital.call(saveCase, me, { ...wholeRecord, orderId, patientId, status: 1, version: 0 });
    if (status === 0)
      await hospital.store.db.execute(`update case_info set status = 0, sign_time = null where order_id = ${orderId}`);
  }
  const { unsigned } = await due();
  expect([unsigned.total, unsigned.list.map(({ orderId }) => orderId)]).toEqual([
    2,
    [without.orderId, drafted.orderId],
  ]);
  expect(unsigned.list[0]).toMatchObject({ signUntil: clock.now + 22 * hour });
});

test('reading what is due leaves one row with the prescriptions, consultations and patients that it named', async () => {
  const rx = await prescribed();
  const expires = { expireTime: clock.now + hour };
  const [expiring] = await hospital.store.change(prescription, expires, eq(prescription.id, rx.id));
  const { orderId, patientId } = await hospital.consultation(me, {
    order: { status: OrderStatus.finished, endTime: clock.now - hour },
  });
  await due();
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.userId, me.id), eq(auditTrail.action, 'list'));
  const detail = { prescriptionIds: [rx.id], orderIds: [orderId] };
  expect(rows).toMatchObject([{ entity: 'order', purpose: 'due work', detail }]);
  expect(rows[0]?.patientIds).toEqual([expiring?.patientId, patientId]);
});
