import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus, orderTransitions } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, finishOrder, pageOrders, refuseOrder } from '../../../contract/extension/consult.ts';
import {
  awaitList,
  createQuickReply,
  deleteQuickReply,
  electronicMedicalRecords,
  getConsultConfigs,
  getOrderNum,
  getPersonalHistory,
  getQuickReplies,
  medicalRecordList,
  orderDetail,
  pushMessage,
  updateConsultConfig,
} from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import { MessageType, SenderType } from '../../../contract/im.ts';
import { append } from '../../../server/store/conversation.ts';
import { moveDueOrders } from '../../../server/store/orders/due.ts';
import { awaitingFor } from '../../../server/store/orders/lists.ts';
import { consultOrder, orderLog } from '../../../server/store/schema/consult.ts';
import { imConversation, imEvent } from '../../../server/store/schema/im.ts';
import { hisRecord } from '../../../server/store/schema/patient.ts';
import { consultConfig, quickReply } from '../../../server/store/schema/staff.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { engines } from '../../support/engines.ts';

const onFault = (cause: unknown) => {
  throw cause;
};

const { active, awaiting, awaitingPayment, cancelled, finished, refunded, refunding, refused, timedOut } = OrderStatus;

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let platform: Consultations;
  let clock = { now: 0 };

  consultSuite(open, (suite) => {
    ({ database: store, platform, clock } = suite);
  });

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

  test('of two doctors who take the same patient at once one gets the order, the other learns who', async () => {
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

  test('an accepted order runs for the time its doctor offers, is told in the conversation, and opens it', async () => {
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
      ...{ id: order.id, status: active, doctorId: doctor.id, doctorName: 'Chen Jing', version: 2 },
      ...{ acceptTime: clock.now, expireTime: clock.now + 3_600_000, headSeq: 2, unread: 0, overdueTime: null },
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
      ...{
        orderId: order.id,
        status: active,
        change: 'taken',
        by: { id: doctor.id, name: '陈静', nameEn: 'Chen Jing' },
      },
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

  test('a doctor leads no more consultations than allowed, however fast they are taken', async () => {
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

  test('a stale version is refused with the state as it is', async () => {
    const doctor = await platform.doctor();
    const order = await waiting();
    expect(await platform.call(acceptOrder, doctor, { id: order.id, version: 9 })).toMatchObject({
      ...{ code: Code.orderStatusRefused, data: { status: awaiting, version: 1 } },
    });
  });

  const states = Object.values(OrderStatus);
  const can = (status: OrderStatus, action: string) => action in orderTransitions[status];

  test.each(states.filter((status) => !can(status, 'accept') && status !== active))(
    'an order in status %i cannot be accepted, declined or finished',
    async (status) => {
      const doctor = await platform.doctor();
      const order = await platform.hospital.order(status, { doctor: status === awaitingPayment ? null : doctor });
      for (const [operation, input] of [
        [acceptOrder, {}],
        [refuseOrder, { reasonCode: 'other' }],
        [finishOrder, {}],
      ] as const)
        expect(await platform.call(operation, doctor, { id: order.id, ...input })).toMatchObject({
          ...{ code: Code.orderStatusRefused, data: { status, version: 1 } },
        });
      expect((await row(order.id)).status).toBe(status);
    },
  );

  test('declining a waiting patient returns what was paid, step by step', async () => {
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

  test('finishing tells the patient the summary, closes the conversation, and happens once', async () => {
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

  test("another doctor's order does not exist for a doctor, whatever is asked", async () => {
    const [owner, other] = [await platform.doctor(), await platform.doctor()];
    const auditor = await platform.doctor({ isAuditor: true });
    const order = await platform.hospital.order(finished, { doctor: owner });
    const { id, conversationId, patientId } = order;
    for (const [operation, input] of [
      [orderDetail, { id }],
      [orderDetail, { orderNo: order.orderNo }],
      [getPersonalHistory, { orderId: id }],
      [getPersonalHistory, { patientId }],
      [medicalRecordList, { patientId }],
      [electronicMedicalRecords, { patientId, visitNo: 'V1' }],
      [acceptOrder, { id }],
      [finishOrder, { id }],
      [refuseOrder, { id, reasonCode: 'x' }],
      [pushMessage, { orderId: id }],
      [queryImMessages, { conversationId }],
    ] as const)
      expect({ path: operation.path, reply: await platform.call(operation, other, input) }).toEqual({
        path: operation.path,
        reply: { code: Code.notFound, msg: 'Not found', data: null },
      });
    expect(await platform.call(orderDetail, auditor, { id })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, { id })).toMatchObject({ code: Code.ok });
    for (const which of [{ id: '999999999' }, { id: 'x' }])
      expect(await platform.call(orderDetail, owner, which)).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, {})).toMatchObject({ code: Code.badRequest, data: { field: 'id' } });
  });

  test('everybody sees who waits, and only their own running consultations; urgent ones come first', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const complaint = 'Zyzzyva bite';
    const at = clock.now;
    const make = (status: OrderStatus, doctor: typeof me | null, more: object) =>
      platform.hospital.order(status, { doctor }, { chiefComplaint: complaint, ...more });
    const late = await make(awaiting, null, { createTime: at - 1_000, payTime: at - 1_000 });
    const early = await make(awaiting, null, { createTime: at - 60_000, payTime: at - 60_000 });
    const urgent = await make(awaiting, null, { createTime: at, payTime: at, priority: 2, consultType: 2 });
    const mine = await make(active, me, {});
    await make(active, other, {});
    await make(finished, me, {});
    await make(awaitingPayment, null, {});
    const list = async (query: object) =>
      (await platform.data<{ id: string; overdueTime: number | null }[]>(awaitList, me, { ...query })).map(
        ({ id }) => id,
      );
    expect(await list({ keyword: 'zyzz' })).toEqual([mine, urgent, early, late].map(({ id }) => id));
    expect(await list({ keyword: complaint, consultType: 2 })).toEqual([urgent.id]);
    expect(await list({ keyword: '%' })).toEqual([]);
    const [first] = await platform.data<object[]>(awaitList, me, { keyword: early.orderNo });
    expect(first).toMatchObject({
      ...{ overdueTime: at - 60_000 + 600_000, waitingSince: null, unread: 0, lastMsg: null, doctorId: null },
      patient: { id: early.patientId, mobile: expect.stringMatching(/^139\*{4}\d{4}$/), gender: 2 },
    });
  });

  test('doctors who ask for the list at the same time each get their own, in their language, as it stands now', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [waits, mine, theirs] = [
      await waiting(),
      await platform.hospital.order(active, { doctor: me }),
      await platform.hospital.order(active, { doctor: other }),
    ];
    const ask = (who: typeof me) => platform.data<{ id: string }[]>(awaitList, who);
    const ids = [mine, theirs, waits].map(({ id }) => id);
    const among = (list: { id: string }[]) => ids.filter((id) => list.some((one) => one.id === id));
    const asked = [ask(me), ask(other), ask(me)];
    expect((await Promise.all(asked)).map(among)).toEqual([
      [mine.id, waits.id],
      [theirs.id, waits.id],
      [mine.id, waits.id],
    ]);
    const before = ask(other);
    await platform.data(acceptOrder, me, { id: waits.id, version: 1 });
    expect(among(await ask(other))).toEqual([theirs.id]);
    await before;

    const by = { ...other, isAuditor: false, userType: 2, userId: other.id, ip: '', requestId: '' };
    const said = await Promise.all(
      (['en', 'zh-CN'] as const).map((language) =>
        awaitingFor(platform.hospital.store, { ...by, language }, {}, clock.now),
      ),
    );
    const ages = said.map((list) => list.find(({ id }) => id === theirs.id)?.patient.ageText);
    expect(ages).toEqual([expect.stringMatching(/year|month|day/), expect.stringMatching(/[岁月天]/)]);
  });

  test('a list row says what was last said, what is unread and since when the patient waits', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const patient = await platform.signedIn('patient', order.patient);
    const [ill, well] = [await platform.connected(patient), await platform.connected(doctor)];
    await ill.say(order.conversationId, 'one');
    await well.say(order.conversationId, 'an answer');
    clock.now += 1_000;
    const since = clock.now;
    await ill.say(order.conversationId, 'two');
    clock.now += 1_000;
    await ill.say(order.conversationId, 'three');
    const [seen] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(seen).toMatchObject({
      unread: 3,
      waitingSince: since,
      headSeq: 4,
      lastMsg: { seq: 4, summary: 'three', senderType: 1 },
    });
    await well.ask('message:read', { conversationId: order.conversationId, readUpTo: 4 });
    const [read] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(read).toMatchObject({ unread: 0, waitingSince: since, headSeq: 5 });
    const by = { senderType: SenderType.doctor, senderId: doctor.id };
    const card = { kind: 'message', ...by, type: MessageType.prescriptionCard } as const;
    await platform.uow.run(platform.hospital.tenantId, (tx) =>
      append(
        tx,
        order.conversationId,
        { ...card, content: '{"prescriptionId":"7","prescriptionNo":"RX7"}' },
        clock.now,
      ),
    );
    const [prescribed] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(prescribed).toMatchObject({ waitingSince: since, headSeq: 6 });
  });

  test('orders are paged newest first, by state, kind, time and words', async () => {
    const me = await platform.doctor();
    const at = clock.now;
    const orders: { id: string }[] = [];
    for (const [n, status] of [finished, active, finished, cancelled].entries())
      orders.push(
        await platform.hospital.order(status, { doctor: me }, { createTime: at + n, chiefComplaint: `paged ${n}` }),
      );
    const page = async (query: object) => {
      const { list, total } = await platform.data<{ list: { id: string }[]; total: number }>(pageOrders, me, {
        ...query,
      });
      return { found: list.map(({ id }) => orders.findIndex((order) => order.id === id)), total };
    };
    expect(await page({})).toEqual({ found: [3, 2, 1, 0], total: 4 });
    expect(await page({ pageSize: 2, pageNo: 2 })).toEqual({ found: [1, 0], total: 4 });
    expect(await page({ status: finished })).toEqual({ found: [2, 0], total: 2 });
    expect(await page({ createTimeFrom: at + 1, createTimeTo: at + 2 })).toEqual({ found: [2, 1], total: 2 });
    expect(await page({ keyword: 'PAGED 3' })).toEqual({ found: [3], total: 1 });
    expect(await page({ consultType: 2 })).toEqual({ found: [], total: 0 });
  });

  test('the counts are those of the lists', async () => {
    const me = await platform.doctor();
    const before = await platform.data<{ awaitNum: number }>(getOrderNum, me);
    for (const status of [awaiting, active, active, finished, cancelled, refunded, timedOut])
      await platform.hospital.order(status, { doctor: status === awaiting ? null : me }, { acceptTime: clock.now });
    expect(await platform.data(getOrderNum, me)).toEqual({
      ...{ awaitNum: before.awaitNum + 1, processNum: 2, finishNum: 1, cancelNum: 3, todayNum: 6 },
    });
  });

  test('a patient is reminded at most once a minute, whoever does it', async () => {
    const [me, other] = [await platform.doctor({ name: 'A' }), await platform.doctor({ name: 'B' })];
    const order = await waiting();
    expect(await platform.data(pushMessage, me, { orderId: order.id })).toBe(true);
    clock.now += 20_000;
    expect(await platform.call(pushMessage, other, { orderId: order.id })).toMatchObject({
      ...{ code: Code.remindTooSoon, data: { retryAfterMs: 40_000 } },
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

  test('nobody waits for ever: the clock gives up, and the money goes back', async () => {
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

  test('a consultation ends by itself when its time or its messages are used up', async () => {
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

  test('what the hospital knows of a patient is read by doctors who meet the patient', async () => {
    const me = await platform.doctor();
    const patient = await platform.hospital.patient({ past: 'Asthma', allergy: 'Penicillin', surgery: null });
    await platform.hospital.order(awaiting, { patient });
    for (const [n, visitNo] of ['V1', 'V2', 'V3'].entries())
      await platform.hospital.store.add(hisRecord, {
        ...{ patientId: patient.id, visitNo, visitTime: n, hospital: 'H', dept: 'D', doctor: 'Dr', diagnosis: 'Dx' },
        sections: [{ title: 'Complaint', text: 'Cough' }],
      });
    expect(await platform.data(getPersonalHistory, me, { patientId: patient.id })).toMatchObject({
      ...{ past: 'Asthma', allergy: 'Penicillin', surgery: null },
    });
    const visit = { hospital: 'H', dept: 'D', doctor: 'Dr', diagnosis: 'Dx' };
    expect(await platform.data(medicalRecordList, me, { patientId: patient.id, pageSize: 2 })).toEqual({
      list: [
        { ...visit, visitNo: 'V3', visitTime: 2 },
        { ...visit, visitNo: 'V2', visitTime: 1 },
      ],
      total: 3,
    });
    expect(await platform.data(electronicMedicalRecords, me, { patientId: patient.id, visitNo: 'V2' })).toEqual({
      ...{ visitNo: 'V2', sections: [{ title: 'Complaint', text: 'Cough' }], orders: [], reports: [] },
    });
    expect(await platform.call(electronicMedicalRecords, me, { patientId: patient.id, visitNo: 'V9' })).toMatchObject({
      code: Code.notFound,
    });
  });

  test('offers are changed by their doctor, all of a list or none', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const of = (doctorId: string, consultType: number) =>
      platform.hospital.store.add(consultConfig, { doctorId, consultType, price: 100 });
    const [one, two, foreign] = [await of(me.id, 1), await of(me.id, 2), await of(other.id, 1)];
    expect(await platform.data(updateConsultConfig, me, { id: one.id, price: 300, msgLimit: null })).toBe(true);
    const list = [
      { id: two.id, enabled: false },
      { id: foreign.id, price: 1 },
    ];
    expect(await platform.call(updateConsultConfig, me, { list })).toMatchObject({ code: Code.notFound });
    expect(await platform.data(getConsultConfigs, me)).toEqual([
      { id: one.id, consultType: 1, enabled: true, price: 300, durationMin: 1440, msgLimit: null, maxConcurrent: null },
      { id: two.id, consultType: 2, enabled: true, price: 100, durationMin: 1440, msgLimit: null, maxConcurrent: null },
    ]);
  });

  test('a doctor has own and shared phrases, and takes away only own ones', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const shared = await platform.hospital.store.add(quickReply, { content: 'Shared', createTime: 0, sort: 1 });
    const id = await platform.data<string>(createQuickReply, me, { title: 'T', content: 'Mine' });
    expect(await platform.call(createQuickReply, me, { content: 'For all', type: 2 })).toMatchObject({
      code: Code.forbidden,
    });
    const listed = async (as: typeof me, query: object = {}) =>
      (await platform.data<{ content: string; type: number }[]>(getQuickReplies, as, { ...query })).map(
        ({ content, type }) => [content, type],
      );
    expect(await listed(me)).toEqual([
      ['Mine', 1],
      ['Shared', 2],
    ]);
    expect(await listed(me, { type: 2 })).toEqual([['Shared', 2]]);
    expect(await listed(other)).toEqual([['Shared', 2]]);
    expect(await platform.call(deleteQuickReply, other, { id })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(deleteQuickReply, me, { id: shared.id })).toMatchObject({ code: Code.forbidden });
    expect(await platform.data(deleteQuickReply, me, { id })).toBe(true);
    expect(await listed(me)).toEqual([['Shared', 2]]);
  });
});
