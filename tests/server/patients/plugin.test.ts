import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, finishOrder } from '../../../contract/extension/consult.ts';
import {
  patientCancelOrder,
  patientCreateOrder,
  patientOrders,
  patientRateOrder,
} from '../../../contract/extension/patient.ts';
import { awaitList, orderDetail } from '../../../contract/http/consult.ts';
import { imConversation, imEvent } from '../../../server/db/schema/messages.ts';
import { consultOrder, orderLog } from '../../../server/db/schema/orders.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

const wish = { consultType: 1, chiefComplaint: 'Headache since Monday' };
type Opened = { id: string; conversationId: string; status: number };
const opened = (patient: Member, more: object = {}) =>
  platform.data<Opened>(patientCreateOrder, patient, { ...wish, ...more });

test('a new order is paid and waiting, with its conversation and the patient’s card', async () => {
  const patient = await platform.patient({ name: 'Ann' });
  const order = await opened(patient, { priority: 1 });
  expect(order).toMatchObject({ status: OrderStatus.awaiting, consultType: 1, doctorName: null, version: 1 });
  const { store } = platform.hospital;
  expect(await store.first(consultOrder, eq(consultOrder.id, order.id))).toMatchObject({
    payAmount: 2_000,
    priority: 1,
    payTime: clock.now,
    expireTime: clock.now + 24 * 3_600_000,
    conversationId: order.conversationId,
    visitedBefore: false,
  });
  const place = await store.first(imConversation, eq(imConversation.id, order.conversationId));
  expect(place).toMatchObject({ open: false, lastSeq: 1, patientId: patient.id, doctorId: null });
  const [card] = await store.rows(imEvent, eq(imEvent.conversationId, order.conversationId));
  expect(card).toMatchObject({ seq: 1, type: 9001, senderType: 1 });
  expect(JSON.parse(card?.content ?? '')).toEqual({ name: 'Ann', chiefComplaint: wish.chiefComplaint, images: [] });
  const steps = await store.rows(orderLog, eq(orderLog.orderId, order.id));
  expect(steps.map(({ action, toStatus }) => [action, toStatus])).toEqual([
    ['create', 0],
    ['pay', 10],
  ]);
  expect(platform.published.at(-1)).toMatchObject({ type: 'order.changed', change: 'added', orderId: order.id });
  const seen = await platform.data<object[]>(awaitList, await platform.doctor(), { keyword: 'Ann' });
  expect(seen).toMatchObject([{ id: order.id, headSeq: 1, lastMsg: { type: 9001, summary: '' } }]);
});

test('an order that cannot be opened stores nothing', async () => {
  const patient = await platform.patient();
  const url = '/files/notmine.png';
  expect(await platform.call(patientCreateOrder, patient, { ...wish, images: [url] })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'images' },
  });
  expect(await platform.call(patientCreateOrder, patient, { ...wish, consultType: 77 })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'consultType' },
  });
  const { store } = platform.hospital;
  expect(await store.rows(consultOrder, eq(consultOrder.patientId, patient.id))).toEqual([]);
  expect(await store.rows(imConversation, eq(imConversation.patientId, patient.id))).toEqual([]);
});

test('the patient’s uploaded pictures are part of the order', async () => {
  const patient = await platform.patient();
  await platform.hospital.store.add(fileObject, {
    key: 'mine.png',
    name: 'a.png',
    contentType: 'image/png',
    size: 1,
    sha256: '',
    createTime: 0,
    ownerType: 1,
    ownerId: patient.id,
  });
  const order = await opened(patient, { images: ['/files/mine.png'] });
  const file = await platform.hospital.store.first(fileObject, eq(fileObject.key, 'mine.png'));
  expect(file?.conversationId).toBe(order.conversationId);
});

test('a patient has at most three open orders, however fast they are opened', async () => {
  const patient = await platform.patient();
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => platform.call(patientCreateOrder, patient, wish)));
  expect(replies.map(({ code }) => code).sort()).toEqual(
    [Code.ok, Code.ok, Code.ok, Code.tooManyRequests, Code.tooManyRequests].sort(),
  );
});

test('only its patient can cancel a waiting order, and nobody an active one', async () => {
  const [patient, other, doctor] = [await platform.patient(), await platform.patient(), await platform.doctor()];
  const [taken, running] = [await opened(patient), await opened(patient)];
  expect(await platform.call(patientCancelOrder, other, { id: taken.id })).toMatchObject({ code: Code.notFound });
  expect(await platform.data(patientCancelOrder, patient, { id: taken.id })).toBe(true);
  expect(await platform.data(patientCancelOrder, patient, { id: taken.id })).toBe(true);
  expect(await platform.call(acceptOrder, doctor, { id: taken.id })).toMatchObject({
    code: Code.orderStatusRefused,
    data: { status: OrderStatus.cancelled, version: 2 },
  });
  await platform.data(acceptOrder, doctor, { id: running.id });
  expect(await platform.call(patientCancelOrder, patient, { id: running.id })).toMatchObject({
    code: Code.orderStatusRefused,
    data: { status: OrderStatus.active, version: 2 },
  });
});

test('the log of an order names staff in the reader’s language', async () => {
  const [patient, doctor] = [await platform.patient(), await platform.doctor({ nameEn: 'Chen Jing' })];
  const { id } = await opened(patient);
  await platform.data(acceptOrder, doctor, { id });
  expect(await platform.data(orderDetail, doctor, { id })).toMatchObject({
    logs: [
      { action: 'create', operator: patient.name },
      { action: 'pay', operator: patient.name },
      { action: 'accept', operator: 'Chen Jing' },
    ],
  });
});

test('a finished consultation is rated once, and its doctor sees the rating', async () => {
  const [patient, doctor] = [await platform.patient(), await platform.doctor()];
  const { id } = await opened(patient);
  const rating = { id, stars: 5, comment: 'Very kind' };
  expect(await platform.call(patientRateOrder, patient, rating)).toMatchObject({ code: Code.orderStatusRefused });
  await platform.data(acceptOrder, doctor, { id });
  await platform.data(finishOrder, doctor, { id });
  expect(await platform.call(patientRateOrder, await platform.patient(), rating)).toMatchObject({
    code: Code.notFound,
  });
  expect(await platform.data(patientRateOrder, patient, rating)).toBe(true);
  expect(await platform.data(patientRateOrder, patient, rating)).toBe(true);
  expect(await platform.call(patientRateOrder, patient, { id, stars: 1 })).toMatchObject({
    code: Code.orderStatusRefused,
  });
  expect(await platform.data(orderDetail, doctor, { id })).toMatchObject({
    status: OrderStatus.finished,
    rating: { stars: 5, comment: 'Very kind', time: clock.now },
    logs: [{ action: 'create' }, { action: 'pay' }, { action: 'accept' }, { action: 'finish' }, { action: 'rate' }],
  });
  const [seen] = await platform.data<object[]>(patientOrders, patient);
  expect(seen).toMatchObject({ id, status: OrderStatus.finished, doctorName: doctor.name });
});
