import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus, orderTransitions } from '../../../../clinical/lifecycle/order.ts';
import { Code } from '../../../../contract/envelope.ts';
import { acceptOrder, finishOrder, refuseOrder } from '../../../../contract/extension/consult.ts';
import { patientCreateOrder } from '../../../../contract/extension/patient.ts';
import { pushMessage } from '../../../../contract/http/consult.ts';
import { MessageStatus, MessageType } from '../../../../contract/im.ts';
import { imConversation, imEvent } from '../../../../server/db/schema/messages.ts';
import { consultOrder, orderLog } from '../../../../server/db/schema/orders.ts';
import { patientFact } from '../../../../server/db/schema/patients.ts';
import { consultConfig } from '../../../../server/db/schema/staff.ts';
import { moveDueOrders } from '../../../../server/orders/dueOrders.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

const onFault = (cause: unknown) => {
  throw cause;
};

const { active, awaiting, awaitingPayment, finished, refunded, refunding, refused, timedOut } = OrderStatus;

/** The steps of an order from the waiting list to its end. */
export function orderSteps() {
  let store: Opened;
  let platform: Consultations;
  let clock = { now: 0 };

  const row = async (id: string) => {
    const found = await platform.hospital.store.first(consultOrder, eq(consultOrder.id, id));
    if (!found) throw new Error(`no order ${id}`);
    return found;
  };
  const logOf = async (id: string) =>
    (await platform.hospital.store.rows(orderLog, eq(orderLog.orderId, id)))
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ action, fromStatus, toStatus }) => [action, fromStatus, toStatus]);
  const saidIn = async (conversationId: string) =>
    (await platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId)))
      .sort((a, b) => a.seq - b.seq)
      .map(({ seq, kind, type, content, payload }) =>
        kind === 'order' ? [seq, 'order', payload?.status] : [seq, kind, type, JSON.parse(content ?? 'null')],
      );
  const waiting = () => platform.hospital.order(awaiting);

  test('what a patient states waits for a doctor; a later form replaces it, never what a doctor confirmed', async () => {
    const { hospital } = platform;
    const who = await platform.patient();
    const intake = { allergies: 'Penicillin, a rash', medicines: ['Amlodipine'], weightKg: 71 };
    const opens = { consultType: 1, chiefComplaint: 'Cough', intake };
    expect(await platform.call(patientCreateOrder, who, opens)).toMatchObject({ code: Code.ok });
    const facts = async () =>
      (await hospital.store.rows(patientFact, eq(patientFact.patientId, who.id))).toSorted(
        (a, b) => Number(a.id) - Number(b.id),
      );
    expect(await facts()).toMatchObject([
      { origin: 'intake', confirmed: false, value: { kind: 'allergy', code: null, text: 'Penicillin, a rash' } },
      { origin: 'intake', confirmed: false, value: { kind: 'medicine', genericCode: null, name: 'Amlodipine' } },
      { origin: 'intake', confirmed: false, value: { kind: 'weight', kg: 71 } },
    ]);
    const denies = { ...opens, intake: { allergies: 'No known drug allergies', weightKg: 90 } };
    expect(await platform.call(patientCreateOrder, who, denies)).toMatchObject({ code: Code.ok });
    const stored = await facts();
    const later = stored.at(-1);
    expect(stored.slice(2)).toMatchObject([
      { value: { kg: 71 }, endTime: expect.any(Number) },
      { value: { kind: 'noKnownAllergy' }, endTime: null, confirmed: false },
      { value: { kg: 90 }, endTime: null, confirmed: false },
    ]);
    await hospital.store.change(patientFact, { confirmed: true }, eq(patientFact.id, later?.id ?? ''));
    for (const weightKg of [90, 94]) {
      // A patient has few open orders at once.
      await hospital.store.change(consultOrder, { status: timedOut }, eq(consultOrder.patientId, who.id));
      const again = await platform.call(patientCreateOrder, who, { ...opens, intake: { weightKg } });
      expect(again).toMatchObject({ code: Code.ok });
    }
    const weights = (await facts()).filter(({ value, endTime }) => value.kind === 'weight' && endTime === null);
    expect(weights).toMatchObject([
      { value: { kg: 90 }, confirmed: true },
      { value: { kg: 94 }, confirmed: false },
    ]);
  });

  test('a weight in the form that is implausible for the child is stored with a mark, and no other is', async () => {
    const birthday = new Date(clock.now - 3.2 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    for (const [weightKg, value] of [
      [32.4, { kind: 'weight', kg: 32.4, implausible: true }],
      [14.7, { kind: 'weight', kg: 14.7 }],
    ] as const) {
      const who = await platform.patient({ gender: 1, birthday });
      const opens = { consultType: 1, chiefComplaint: 'Cough', intake: { weightKg } };
      expect(await platform.call(patientCreateOrder, who, opens)).toMatchObject({ code: Code.ok });
      const stored = await platform.hospital.store.rows(patientFact, eq(patientFact.patientId, who.id));
      expect(stored.map((fact) => [fact.value, fact.confirmed, fact.origin])).toEqual([[value, false, 'intake']]);
    }
  });

  test('of two doctors who accept a patient at once one gets the order, the other the name of the first', async () => {
    const doctors = await Promise.all([platform.doctor(), platform.doctor()]);
    for (let round = 0; round < 5; round += 1) {
      const order = await waiting();
      const replies = await Promise.all(doctors.map((doctor) => platform.call(acceptOrder, doctor, { id: order.id })));
      expect(replies.map(({ code }) => code).sort()).toEqual([Code.ok, Code.orderTaken].sort());
      const winner = doctors[replies.findIndex(({ code }) => code === Code.ok)];
      const loss = replies.find(({ code }) => code === Code.orderTaken);
      expect(loss).toMatchObject({ data: { doctorName: winner?.name }, msg: `Already taken by ${winner?.name}` });
      expect(await row(order.id)).toMatchObject({ status: active, doctorId: winner?.id, version: 2 });
    }
  });

  test('an accepted order runs for its doctor’s time, sends a notice to the conversation and opens it', async () => {
    const doctor = await platform.doctor({ name: '陈静', nameEn: 'Chen Jing' });
    await platform.hospital.store.add(consultConfig, {
      doctorId: doctor.id,
      consultType: 1,
      durationMin: 60,
      msgLimit: 50,
    });
    const patient = await platform.hospital.patient({ language: 'en' });
    const order = await platform.hospital.order(awaiting, { patient });
    const view = await platform.data(acceptOrder, doctor, { id: order.id, version: 1 });
    expect(view).toMatchObject({
      id: order.id,
      status: active,
      doctorId: doctor.id,
      doctorName: 'Chen Jing',
      version: 2,
      acceptTime: clock.now,
      expireTime: clock.now + 3_600_000,
      headSeq: 2,
      unread: 0,
      overdueTime: null,
    });
    expect(await saidIn(order.conversationId)).toEqual([
      [1, 'order', active],
      [
        2,
        'message',
        9004,
        {
          code: 'order.accepted',
          params: { doctor: 'Chen Jing', doctorEn: 'Chen Jing', doctorZh: '陈静' },
          text: 'Chen Jing has taken the consultation.',
        },
      ],
    ]);
    expect(await logOf(order.id)).toEqual([['accept', awaiting, active]]);
    const place = await platform.hospital.store.first(imConversation, eq(imConversation.id, order.conversationId));
    expect(place).toMatchObject({ open: true, doctorId: doctor.id, lastSeq: 2 });
    expect(platform.published.filter(({ type }) => type === 'order.changed').at(-1)).toMatchObject({
      orderId: order.id,
      status: active,
      change: 'taken',
      by: { id: doctor.id, name: '陈静', nameEn: 'Chen Jing' },
    });
  });

  test('the same doctor accepting again gets the same answer and changes nothing', async () => {
    const doctor = await platform.doctor();
    const order = await waiting();
    const first = await platform.data(acceptOrder, doctor, { id: order.id });
    clock.now += 1_000;
    expect(await platform.data(acceptOrder, doctor, { id: order.id })).toEqual(first);
    expect(await logOf(order.id)).toHaveLength(1);
  });

  test('a doctor has no more consultations than allowed, however fast they are accepted', async () => {
    const doctor = await platform.doctor();
    await platform.hospital.store.add(consultConfig, { doctorId: doctor.id, consultType: 1, maxConcurrent: 2 });
    const orders = await Promise.all([1, 2, 3, 4].map(waiting));
    const replies = await Promise.all(orders.map(({ id }) => platform.call(acceptOrder, doctor, { id })));
    expect(replies.map(({ code }) => code).sort()).toEqual(
      [Code.ok, Code.ok, Code.orderLimitReached, Code.orderLimitReached].sort(),
    );
    expect(replies.find(({ code }) => code === Code.orderLimitReached)?.data).toEqual({ limit: 2 });
    const states = await Promise.all(orders.map(async ({ id }) => (await row(id)).status));
    expect(states.filter((status) => status === awaiting)).toHaveLength(2);
  });

  test('a stale version is refused with the current state', async () => {
    const doctor = await platform.doctor();
    const order = await waiting();
    expect(await platform.call(acceptOrder, doctor, { id: order.id, version: 9 })).toMatchObject({
      code: Code.orderStatusRefused,
      data: { status: awaiting, version: 1 },
    });
  });

  const states = Object.values(OrderStatus);
  const can = (status: OrderStatus, action: string) => action in orderTransitions[status];

  test.each(states.filter((status) => !can(status, 'accept') && status !== active && status !== awaitingPayment))(
    'an order in status %i cannot be accepted, declined or finished',
    async (status) => {
      const doctor = await platform.doctor();
      const order = await platform.hospital.order(status, { doctor });
      for (const [operation, input] of [
        [acceptOrder, {}],
        [refuseOrder, { reasonCode: 'other' }],
        [finishOrder, {}],
      ] as const)
        expect(await platform.call(operation, doctor, { id: order.id, ...input })).toMatchObject({
          code: Code.orderStatusRefused,
          data: { status, version: 1 },
        });
      expect((await row(order.id)).status).toBe(status);
    },
  );

  test('declining a waiting patient refunds the payment, step by step', async () => {
    const doctor = await platform.doctor();
    const order = await waiting();
    const refusal = { id: order.id, reasonCode: 'needsExamination', remark: 'Please see us in person' };
    expect(await platform.data(refuseOrder, doctor, refusal)).toMatchObject({
      status: refunding,
      endReason: 'refused',
    });
    expect(await platform.data(refuseOrder, doctor, refusal)).toMatchObject({ status: refunding });
    clock.now += 6_000;
    await moveDueOrders({ db: store.db, uow: platform.uow, now: () => clock.now, onFault });
    expect(await logOf(order.id)).toEqual([
      ['refuse', awaiting, refused],
      ['startRefund', refused, refunding],
      ['completeRefund', refunding, refunded],
    ]);
    expect(await saidIn(order.conversationId)).toEqual([
      [1, 'order', refused],
      [2, 'message', 9004, { code: 'order.refused', params: {}, text: '医生未能接诊。' }],
      [3, 'order', refunding],
      [4, 'order', refunded],
    ]);
    const free = await platform.hospital.order(awaiting, {}, { payAmount: 0 });
    expect(await platform.data(refuseOrder, doctor, { id: free.id, reasonCode: 'other' })).toMatchObject({
      status: refused,
    });
  });

  test('finishing sends the summary to the patient, closes the conversation, and happens once', async () => {
    const doctor = await platform.doctor();
    const order = await waiting();
    await platform.data(acceptOrder, doctor, { id: order.id });
    const end = { id: order.id, version: 2, summary: 'Rest and drink enough.' };
    const ended = await platform.data(finishOrder, doctor, end);
    expect(ended).toMatchObject({ status: finished, endReason: 'doctor', endTime: clock.now, version: 3 });
    expect(await platform.data(finishOrder, doctor, end)).toEqual(ended);
    expect((await saidIn(order.conversationId)).slice(2)).toEqual([
      [3, 'message', 101, { content: 'Rest and drink enough.' }],
      [4, 'order', finished],
      [5, 'message', 9004, { code: 'order.finished', params: {}, text: '本次问诊已结束。' }],
    ]);
    const place = await platform.hospital.store.first(imConversation, eq(imConversation.id, order.conversationId));
    expect(place?.open).toBe(false);
  });

  test('a patient is reminded at most once a minute, whichever doctor does it', async () => {
    const [me, other] = [await platform.doctor({ name: 'A' }), await platform.doctor({ name: 'B' })];
    const order = await waiting();
    expect(await platform.data(pushMessage, me, { orderId: order.id })).toBe(true);
    clock.now += 20_000;
    expect(await platform.call(pushMessage, other, { orderId: order.id })).toMatchObject({
      code: Code.remindTooSoon,
      data: { retryAfterMs: 40_000 },
    });
    clock.now += 39_999;
    expect(await platform.call(pushMessage, other, { orderId: order.id })).toMatchObject({ data: { retryAfterMs: 1 } });
    clock.now += 1;
    expect(await platform.data(pushMessage, other, { orderId: order.id })).toBe(true);
    expect(await saidIn(order.conversationId)).toEqual([
      [1, 'message', 9004, { code: 'order.reminded', params: { doctor: 'A' }, text: 'A提醒您查看消息。' }],
      [2, 'message', 9004, { code: 'order.reminded', params: { doctor: 'B' }, text: 'B提醒您查看消息。' }],
    ]);
    const over = await platform.hospital.order(finished, { doctor: me });
    expect(await platform.call(pushMessage, me, { orderId: over.id })).toMatchObject({ code: Code.orderStatusRefused });
  });

  test('a wait that is too long times out, and the payment is refunded', async () => {
    const order = await platform.hospital.order(awaiting, {}, { expireTime: clock.now + 1_000 });
    const due = () => moveDueOrders({ db: store.db, uow: platform.uow, now: () => clock.now, onFault });
    await due();
    expect((await row(order.id)).status).toBe(awaiting);
    clock.now += 1_000;
    await due();
    expect(await row(order.id)).toMatchObject({ status: timedOut, endReason: 'timedOut' });
    clock.now += 5_000;
    await Promise.all([due(), due()]);
    expect(await logOf(order.id)).toEqual([
      ['timeOut', awaiting, timedOut],
      ['completeRefund', timedOut, refunded],
    ]);
  });

  test('a consultation ends when its time or its messages are used up', async () => {
    const doctor = await platform.doctor();
    const byTime = await platform.hospital.order(active, { doctor }, { expireTime: clock.now });
    const byQuota = await platform.hospital.order(active, { doctor }, { msgLimit: 2 });
    const ill = await platform.connected(await platform.signedIn('patient', byQuota.patient));
    await ill.say(byQuota.conversationId, '1');
    await ill.say(byQuota.conversationId, '2');
    await moveDueOrders({ db: store.db, uow: platform.uow, now: () => clock.now, onFault });
    expect(await row(byTime.id)).toMatchObject({ status: finished, endReason: 'timeLimit', endTime: clock.now });
    expect(await row(byQuota.id)).toMatchObject({ status: finished, endReason: 'messageQuota' });
    expect(await ill.say(byQuota.conversationId, '3')).toMatchObject({ ok: false, why: 'conversationClosed' });
  });

  test('cards and recalled messages are not counted as messages', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor }, { msgLimit: 1 });
    const ill = await platform.connected(await platform.signedIn('patient', order.patient));
    const end = () => moveDueOrders({ db: store.db, uow: platform.uow, now: () => clock.now, onFault });
    const isHere = eq(imEvent.conversationId, order.conversationId);
    for (const uncounted of [{ status: MessageStatus.recalled }, { type: MessageType.patientCard, status: 0 }]) {
      await ill.say(order.conversationId, 'a message');
      await platform.hospital.store.change(imEvent, uncounted, isHere);
      await end();
      expect(await row(order.id)).toMatchObject({ status: active });
    }
    await ill.say(order.conversationId, 'a real question');
    await end();
    expect(await row(order.id)).toMatchObject({ status: finished, endReason: 'messageQuota' });
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ database: store, platform, clock } = suite);
  };
}
