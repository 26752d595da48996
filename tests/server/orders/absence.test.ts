import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { imEvent } from '../../../server/db/schema/messages.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { scheduleLeave } from '../../../server/db/schema/schedules.ts';
import { consultConfig, staff } from '../../../server/db/schema/staff.ts';
import { domainEvent } from '../../../server/db/schema/trail.ts';
import { insertHospital } from '../../support/consultations.ts';
import { killedAfter } from '../../support/killedWork.ts';
import { nine } from '../../support/servedPlatform.ts';
import { openTrailWorld, type TrailWorld } from '../../support/trailWorld.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let world: TrailWorld;
beforeAll(async () => {
  world = await openTrailWorld();
});
afterAll(() => world?.platform.close());

type Doctor = Awaited<ReturnType<TrailWorld['person']['doctor']>>;
const today = '2026-05-06';
const dayMs = 86_400_000;
let departments = 500;

/** A doctor of a department with a colleague, one who waits for this doctor, and one whose consultation runs. */
async function absentee({ colleague = true } = {}) {
  world.clock.now = nine;
  await world.store.remove(consultConfig);
  const deptId = String(++departments);
  const member = async (maxConcurrent: number | null) => {
    const doctor = await world.person.doctor();
    await world.store.change(staff, { deptId, nameEn: `Doctor ${doctor.id}` }, eq(staff.id, doctor.id));
    await world.store.add(consultConfig, { doctorId: doctor.id, consultType: 1, price: 700, maxConcurrent });
    return doctor;
  };
  const doctor = await member(5);
  const other = colleague ? await member(null) : null;
  const who = await world.patient();
  const ask = { consultType: 1, doctorId: doctor.id, chiefComplaint: 'Cough' };
  const waiting = await world.data<{ id: string; conversationId: string }>('patientCreateOrder', who, ask);
  const taken = await world.data<{ id: string; conversationId: string }>(
    'patientCreateOrder',
    await world.patient(),
    ask,
  );
  await world.data('acceptOrder', doctor, { id: taken.id });
  return { doctor, other, who, waiting, taken, ask };
}
type Absentee = Awaited<ReturnType<typeof absentee>>;

const administrator = () => world.person.administrator();
const disable = async ({ id }: Doctor) =>
  world.call('setStaffDisabled', await administrator(), { id, version: 0, disabled: true });
const fields = { ...{ name: '新人', nameEn: '', role: 'auditor' }, deptId: null, titleCode: null, headsDept: false };
const row = async (id: string) => world.store.first(consultOrder, eq(consultOrder.id, id));
const leave = { from: today, to: '2026-05-08', kind: 'sick' };

/** The codes of the platform's words in a conversation after the acceptance. */
async function words(conversationId: string) {
  const events = await world.store.db
    .select()
    .from(imEvent)
    .where(world.store.own(imEvent, and(eq(imEvent.conversationId, conversationId), eq(imEvent.type, 9004))))
    .orderBy(asc(imEvent.seq));
  return events.map(({ content }) => JSON.parse(content ?? '{}')).filter(({ code }) => code !== 'order.accepted');
}
/** A day later the job begins the leaves that were planned before. */
const jobOf = (name: string) => world.platform.jobs.find((job) => job.name === name)?.run();

/** Each way in which a doctor becomes absent, and what the patient of a running consultation is told. */
const ways: readonly [string, (world: Absentee) => Promise<unknown>, string | null][] = [
  ['whose account is disabled', ({ doctor }) => disable(doctor), 'order.doctorUnavailable'],
  [
    'who is no doctor any more',
    async ({ doctor, taken }) => {
      await world.data('finishOrder', doctor, { id: taken.id });
      const { mobile } = doctor;
      const change = { ...fields, reviewsCertificates: false, mobile, id: doctor.id, version: 0 };
      return world.call('updateStaff', await administrator(), change);
    },
    null,
  ],
  ['who goes on leave today', ({ doctor }) => world.call('addLeave', doctor, leave), 'order.doctorOnLeave'],
  [
    'whose planned leave begins',
    async ({ doctor }) => {
      const reply = await world.call('addLeave', doctor, { ...leave, from: '2026-05-07' });
      expect(await jobOf('leave begins')).toBe(0);
      world.clock.now += dayMs;
      expect(await jobOf('leave begins')).toBe(1);
      expect(await jobOf('leave begins')).toBe(0);
      return reply;
    },
    'order.doctorOnLeave',
  ],
];

test.each(ways)('who waits for a doctor %s waits for all at once, and is told', async (_, begin, told) => {
  const scene = await absentee();
  const { doctor, other, waiting, taken, ask } = scene;
  const { rows } = await world.rowsOf(async () => expect(await begin(scene)).toMatchObject({ code: Code.ok }));
  expect(await row(waiting.id)).toMatchObject({ status: OrderStatus.awaiting, requestedDoctorId: null });
  const announced = await world.store.rows(domainEvent, eq(domainEvent.type, 'order.changed'));
  expect(announced.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ orderId: waiting.id, change: 'added', doctorId: null }),
  );
  const names = { doctor: doctor.name, doctorEn: `Doctor ${doctor.id}`, doctorZh: doctor.name };
  expect(await words(waiting.conversationId)).toEqual([
    expect.objectContaining({ code: 'order.offeredToOthers', params: names }),
  ]);
  const said = (await words(taken.conversationId)).filter(({ code }) => code !== 'order.finished');
  expect(said.map(({ code }) => code)).toEqual(told === null ? [] : [told]);
  const noted = rows.flatMap(({ entity, entityId, detail }) =>
    entity === 'order' && detail && 'absence' in detail ? [[entityId, detail.action]] : [],
  );
  const expected = [[waiting.id, 'offerToOthers'], ...(told === null ? [] : [[taken.id, 'tellAbsence']])];
  expect(noted).toEqual(expected);

  const offers = await world.data<{ doctorId: string; placesToday: number | null; placesNow: number | null }[]>(
    'patientDoctors',
    await world.patient(),
    { consultType: 1 },
  );
  const places = offers.filter(({ doctorId }) => doctorId === doctor.id);
  expect(places.every(({ placesToday, placesNow }) => placesToday === 0 && placesNow === 0)).toBe(true);
  expect((await world.call('patientCreateOrder', await world.patient(), ask)).code).not.toBe(Code.ok);
  // A day later the session of the colleague has a new token.
  const colleague = other && (await world.signedIn(other));
  expect(await world.data('acceptOrder', colleague, { id: waiting.id })).toMatchObject({
    status: OrderStatus.active,
  });
});

test('without a colleague of the department who has a place, the order is refunded with words', async () => {
  const { doctor, waiting } = await absentee({ colleague: false });
  expect(await disable(doctor)).toMatchObject({ data: { running: 1, offered: 0, refunded: 1 } });
  expect(await row(waiting.id)).toMatchObject({ status: OrderStatus.refunding, endReason: 'doctorAbsent' });
  expect((await words(waiting.conversationId)).map(({ code }) => code)).toEqual(['order.doctorAbsent']);
  world.clock.now += 60_000;
  await jobOf('move due orders');
  expect(await row(waiting.id)).toMatchObject({ status: OrderStatus.refunded });
});

test('a colleague on leave, or of another department, has no place', async () => {
  const { doctor, other, waiting } = await absentee();
  await world.data('addLeave', other, leave);
  await disable(doctor);
  expect(await row(waiting.id)).toMatchObject({ status: OrderStatus.refunding });
});

test('a patient who chooses a doctor on leave reads until when; from the day after there are places again', async () => {
  const { doctor, ask } = await absentee();
  await world.data('addLeave', doctor, leave);
  const patient = await world.patient();
  expect(await world.call('patientCreateOrder', patient, ask)).toMatchObject({
    code: Code.orderLimitReached,
    msg: 'This doctor is on leave until 2026-05-08; choose another doctor or come back after that day',
  });
  world.clock.now += 3 * dayMs;
  expect(await world.call('patientCreateOrder', await world.patient(), ask)).toMatchObject({ code: Code.ok });
});

test('an order that is placed while its doctor is disabled is refused or passed on, never left waiting', async () => {
  const { doctor, ask } = await absentee();
  const patients = await Promise.all([1, 2, 3].map(() => world.patient()));
  const [replies] = await Promise.all([
    Promise.all(patients.map((who) => world.call('patientCreateOrder', who, ask))),
    disable(doctor),
  ]);
  expect(replies.every(({ code }) => code === Code.ok || code === Code.badRequest)).toBe(true);
  const waits = [eq(consultOrder.requestedDoctorId, doctor.id), eq(consultOrder.status, OrderStatus.awaiting)];
  expect(await world.store.rows(consultOrder, ...waits)).toEqual([]);
});

test('killed at any moment, a disabled account has passed on all who waited, or none', async () => {
  const { moments } = await killedAfter(world.platform, Number.POSITIVE_INFINITY, await disabling());
  for (const moment of moments.filter((_, n) => n % 3 === 0)) {
    const left = await killedAfter(world.platform, moment, await disabling());
    const changed = left.tables.filter((table) => ['staff', 'consult_order', 'im_event'].includes(table));
    expect([0, 3]).toContain(changed.length);
  }
});
async function disabling() {
  const [{ doctor }, as] = [await absentee(), await administrator()];
  return () => world.call('setStaffDisabled', as, { id: doctor.id, version: 0, disabled: true });
}

test('the leave of a disabled doctor, and that of another hospital’s doctor, disturb nobody', async () => {
  const { doctor } = await absentee();
  await world.data('addLeave', doctor, { ...leave, from: '2026-05-07' });
  await disable(doctor);
  const elsewhere = await insertHospital(world.platform.db, { at: nine });
  const there = await elsewhere.doctor();
  await elsewhere.store.add(scheduleLeave, {
    ...{ doctorId: there.id, fromDate: today, toDate: today, kind: 'sick', plannedBy: there.id, createTime: nine },
  });
  const { taken } = await absentee();
  world.clock.now += dayMs;
  await jobOf('leave begins');
  expect(await words(taken.conversationId)).toEqual([]);
});
