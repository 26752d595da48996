import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../../clinical/lifecycle/order.ts';
import { Code } from '../../../../contract/envelope.ts';
import { acceptOrder, finishOrder, pageOrders, refuseOrder } from '../../../../contract/extension/consult.ts';
import { countOwnOrders } from '../../../../contract/extension/counts.ts';
import {
  arrangeQuickReplies,
  importQuickReplies,
  updateQuickReply,
} from '../../../../contract/extension/serviceSetup.ts';
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
} from '../../../../contract/http/consult.ts';
import { queryImMessages } from '../../../../contract/http/im.ts';
import { MessageType, SenderType } from '../../../../contract/im.ts';
import { caseInfo } from '../../../../server/db/schema/orders.ts';
import { hisRecord } from '../../../../server/db/schema/patients.ts';
import { consultConfig, quickReply } from '../../../../server/db/schema/staff.ts';
import { appendEvent } from '../../../../server/messages/appendEvent.ts';
import { listAwaiting } from '../../../../server/orders/orderLists.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

const { active, awaiting, awaitingPayment, cancelled, finished, refunded, timedOut } = OrderStatus;

/** What doctors see of orders and patients, and their own settings. */
export function consultLists() {
  let platform: Consultations;
  let clock = { now: 0 };

  const waiting = () => platform.hospital.order(awaiting);

  test("another doctor's order looks nonexistent to every call", async () => {
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
      expect({ path: operation.path, reply: await platform.call(operation, other, input) }).toMatchObject({
        path: operation.path,
        reply: { code: Code.notFound, data: null },
      });
    expect(await platform.call(orderDetail, auditor, { id })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, { id })).toMatchObject({ code: Code.ok });
    for (const which of [{ id: '999999999' }, { id: 'x' }])
      expect(await platform.call(orderDetail, owner, which)).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, {})).toMatchObject({ code: Code.badRequest, data: { field: 'id' } });
  });

  test('every doctor sees all waiting patients and only their own running consultations; urgent ones come first', async () => {
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
      overdueTime: at - 60_000 + 600_000,
      waitingSince: null,
      unread: 0,
      lastMsg: null,
      doctorId: null,
      patient: { id: early.patientId, mobile: expect.stringMatching(/^139\*{4}\d{4}$/), gender: 2 },
    });
  });

  test('doctors who request the list at the same time each get their own, current and in their language', async () => {
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
        listAwaiting(platform.hospital.store, { ...by, language }, {}, clock.now),
      ),
    );
    const ages = said.map((list) => list.find(({ id }) => id === theirs.id)?.patient.ageText);
    expect(ages).toEqual([expect.stringMatching(/year|month|day/), expect.stringMatching(/[岁月天]/)]);
  });

  test('a list row shows the last message, the unread count and since when the patient waits; a prescription is an answer, a recalled message is none', async () => {
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
    const sent = (await well.say(order.conversationId, 'to the wrong patient')) as { id: string };
    await well.ask('message:recall', { conversationId: order.conversationId, messageId: sent.id });
    const [unanswered] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(unanswered).toMatchObject({ waitingSince: since, headSeq: 7 });
    const by = { senderType: SenderType.doctor, senderId: doctor.id };
    const card = { kind: 'message', ...by, type: MessageType.prescriptionCard } as const;
    const prescribe = () =>
      platform.uow.run(platform.hospital.tenantId, (tx) =>
        appendEvent(
          tx,
          order.conversationId,
          { ...card, content: '{"prescriptionId":"7","prescriptionNo":"RX7"}' },
          clock.now,
        ),
      );
    await prescribe();
    const [prescribed] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(prescribed).toMatchObject({ waitingSince: null, headSeq: 8 });
    const asked = clock.now;
    await ill.say(order.conversationId, 'How do I take it?');
    await prescribe();
    const [handedInAgain] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(handedInAgain).toMatchObject({ waitingSince: asked, headSeq: 10 });
  });

  test('a signed record alone answers what the patient wrote before it, and nothing that comes later', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const ill = await platform.connected(await platform.signedIn('patient', order.patient));
    const asked = clock.now;
    await ill.say(order.conversationId, 'What do I have?');
    const row = async () =>
      (await platform.data<{ waitingSince: number | null }[]>(awaitList, doctor, { keyword: order.orderNo }))[0];
    const { tenantId } = platform.hospital;
    const record = { tenantId, orderId: order.id, patientId: order.patientId, doctorId: doctor.id };
    clock.now += 1_000;
    await platform.uow.run(tenantId, (tx) =>
      tx.add(caseInfo, { ...record, status: 0, createTime: clock.now, updateTime: clock.now }),
    );
    expect(await row()).toMatchObject({ waitingSince: asked, recordSignTime: null });
    const signTime = clock.now;
    await platform.uow.run(tenantId, (tx) =>
      tx.change(caseInfo, { status: 1, signTime }, eq(caseInfo.orderId, order.id)),
    );
    expect(await row()).toMatchObject({ waitingSince: null, recordSignTime: signTime });
    clock.now += 1_000;
    const again = clock.now;
    await ill.say(order.conversationId, 'And what does it mean?');
    expect(await row()).toMatchObject({ waitingSince: again, recordSignTime: signTime });
  });

  test('orders are paged newest first, filtered by status, kind, time and keyword', async () => {
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
    expect(await page({ keyword: 'aged', status: finished, pageSize: 1, pageNo: 2 })).toEqual({ found: [0], total: 2 });
    expect(await page({ consultType: 2 })).toEqual({ found: [], total: 0 });
    const counts = async (query: object) =>
      (await platform.data<{ counts: { status: number; count: number }[] }>(countOwnOrders, me, { ...query })).counts
        .map(({ status, count }) => `${status}: ${count}`)
        .sort();
    expect(await counts({})).toEqual([`${active}: 1`, `${finished}: 2`, `${cancelled}: 1`]);
    expect(await counts({ keyword: 'aged' })).toEqual([`${active}: 1`, `${finished}: 2`, `${cancelled}: 1`]);
    expect(await counts({ createTimeTo: at + 1 })).toEqual([`${active}: 1`, `${finished}: 1`]);
    expect(await counts({ keyword: 'paged 2', consultType: 1 })).toEqual([`${finished}: 1`]);
  });

  test('the counts match the lists', async () => {
    const me = await platform.doctor();
    const before = await platform.data<{ awaitNum: number }>(getOrderNum, me);
    for (const status of [awaiting, active, active, finished, cancelled, refunded, timedOut])
      await platform.hospital.order(status, { doctor: status === awaiting ? null : me }, { acceptTime: clock.now });
    expect(await platform.data(getOrderNum, me)).toEqual({
      awaitNum: before.awaitNum + 1,
      processNum: 2,
      finishNum: 1,
      cancelNum: 3,
      todayNum: 6,
    });
  });

  test("a patient's history is readable for doctors who are involved with the patient", async () => {
    const me = await platform.doctor();
    const patient = await platform.hospital.patient({ past: 'Asthma', allergy: 'Penicillin', surgery: null });
    await platform.hospital.order(awaiting, { patient });
    for (const [n, visitNo] of ['V1', 'V2', 'V3'].entries())
      await platform.hospital.store.add(hisRecord, {
        patientId: patient.id,
        visitNo,
        visitTime: n,
        hospital: 'H',
        dept: 'D',
        doctor: 'Dr',
        diagnosis: 'Dx',
        sections: [{ title: 'Complaint', text: 'Cough' }],
      });
    expect(await platform.data(getPersonalHistory, me, { patientId: patient.id })).toMatchObject({
      past: 'Asthma',
      allergy: 'Penicillin',
      surgery: null,
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
      visitNo: 'V2',
      sections: [{ title: 'Complaint', text: 'Cough' }],
      orders: [],
      reports: [],
    });
    expect(await platform.call(electronicMedicalRecords, me, { patientId: patient.id, visitNo: 'V9' })).toMatchObject({
      code: Code.notFound,
    });
  });

  test('a doctor changes only their own configurations, all of a list or none', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const of = (doctorId: string, consultType: number) =>
      platform.hospital.store.add(consultConfig, { doctorId, consultType, price: 100 });
    const [one, two, foreign] = [await of(me.id, 1), await of(me.id, 2), await of(other.id, 1)];
    expect(
      await platform.data(updateConsultConfig, me, { id: one.id, price: 300, msgLimit: null, dailyQuota: 40 }),
    ).toBe(true);
    const list = [
      { id: two.id, enabled: false },
      { id: foreign.id, price: 1 },
    ];
    expect(await platform.call(updateConsultConfig, me, { list })).toMatchObject({ code: Code.notFound });
    expect(await platform.data(getConsultConfigs, me)).toEqual([
      {
        id: one.id,
        consultType: 1,
        enabled: true,
        price: 300,
        durationMin: 1440,
        msgLimit: null,
        maxConcurrent: null,
        dailyQuota: 40,
      },
      {
        id: two.id,
        consultType: 2,
        enabled: true,
        price: 100,
        durationMin: 1440,
        msgLimit: null,
        maxConcurrent: null,
        dailyQuota: null,
      },
    ]);
  });

  test('a doctor has own and shared phrases, and removes only own ones', async () => {
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

  type Listed = { id: string; title: string | null; content: string; group: string | null };

  test('a doctor changes and arranges own phrases in groups; those that the arrangement lacks follow it', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const ids: string[] = [];
    for (const content of ['A', 'B', 'C', 'D'])
      ids.push(await platform.data<string>(createQuickReply, me, { content, group: 'Start' }));
    const [a = '', b = '', c = '', d = ''] = ids;
    const own = async () =>
      (await platform.data<Listed[]>(getQuickReplies, me, { type: 1 })).map(({ content, group, title }) => [
        content,
        group,
        title,
      ]);
    const change = { id: b, title: ' T ', content: 'B {{ patient.name }}', group: 'End ' };
    expect(await platform.data(updateQuickReply, me, change)).toBe(true);
    expect(await platform.data(arrangeQuickReplies, me, { list: [{ id: d, group: 'New' }, { id: a }] })).toBe(true);
    const arranged = [
      ['D', 'New', null],
      ['A', null, null],
      ['B {{ patient.name }}', 'End', 'T'],
      ['C', 'Start', null],
    ];
    expect(await own()).toEqual(arranged);
    for (const [as, id] of [
      [other, c],
      [me, '999999'],
    ] as const) {
      expect(await platform.call(updateQuickReply, as, { id, content: 'X' })).toMatchObject({ code: Code.notFound });
      expect(await platform.call(arrangeQuickReplies, as, { list: [{ id }] })).toMatchObject({ code: Code.notFound });
    }
    expect(await own()).toEqual(arranged);
  });

  test('a phrase with a variable that nothing fills in is refused when it is saved', async () => {
    const me = await platform.doctor();
    const id = await platform.data<string>(createQuickReply, me, { content: 'Dear {{patient.title}}' });
    const wrong = { content: 'Dear {{patient.nickname}}' };
    for (const [operation, input] of [
      [createQuickReply, wrong],
      [updateQuickReply, { id, ...wrong }],
      [importQuickReplies, { list: [{ content: 'Good' }, wrong] }],
    ] as const)
      expect([operation.path, await platform.call(operation, me, input)]).toMatchObject([
        operation.path,
        { code: Code.badRequest },
      ]);
    expect(await platform.data(getQuickReplies, me, { type: 1 })).toMatchObject([
      { content: 'Dear {{patient.title}}' },
    ]);
  });

  test('imported phrases follow the own ones in their order, and known ones are not added twice', async () => {
    const me = await platform.doctor();
    await platform.data(createQuickReply, me, { content: 'First' });
    const list = [{ content: 'Third', group: 'G' }, { content: 'First' }, { content: 'Second' }, { content: 'Second' }];
    expect(await platform.data(importQuickReplies, me, { list })).toEqual({ added: 2, known: 2 });
    expect(await platform.data(importQuickReplies, me, { list })).toEqual({ added: 0, known: 4 });
    const own = await platform.data<Listed[]>(getQuickReplies, me, { type: 1 });
    expect(own.map(({ content }) => content)).toEqual(['First', 'Third', 'Second']);
    const many = Array.from({ length: 498 }, (_, n) => ({ content: `Reply ${n}` }));
    expect(await platform.call(importQuickReplies, me, { list: many })).toMatchObject({
      code: Code.tooManyRequests,
      msg: 'You have 500 quick replies and cannot add more. Delete some that you no longer use.',
    });
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ platform, clock } = suite);
  };
}
