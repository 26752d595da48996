import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { OrderStatus } from '../../../../clinical/lifecycle/order.ts';
import { Code } from '../../../../contract/envelope.ts';
import { acceptOrder, refuseOrder } from '../../../../contract/extension/consult.ts';
import { patientCancelOrder, patientCreateOrder, patientDoctors } from '../../../../contract/extension/patient.ts';
import {
  awaitList,
  getOrderNum,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
  pushMessage,
} from '../../../../contract/http/consult.ts';
import { queryImMessages } from '../../../../contract/http/im.ts';
import { consultOrder } from '../../../../server/db/schema/orders.ts';
import { consultConfig } from '../../../../server/db/schema/staff.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

type Terms = Partial<typeof consultConfig.$inferInsert>;
type Made = { id: string; conversationId: string; doctorName: string | null };

const { active, awaiting } = OrderStatus;
const dayMs = 86_400_000;

/** How many orders a doctor's terms leave room for, and who sees an order for a chosen doctor. */
export function orderPlaces() {
  let platform: Consultations;
  let clock = { now: 0 };

  /** A kind of consultation that nobody else offers. */
  let kind = 2;
  beforeEach(async () => {
    // Terms of earlier tests would leave places for orders for any doctor.
    await platform.hospital.store.remove(consultConfig);
    kind = kind === 2 ? 3 : 2;
  });

  async function doctorWith(terms: Terms = {}) {
    const doctor = await platform.doctor();
    const config = await platform.hospital.store.add(consultConfig, {
      doctorId: doctor.id,
      consultType: kind,
      price: 700,
      ...terms,
    });
    return { doctor, config };
  }
  const opens = async (input: object = {}) => {
    const who = await platform.patient();
    const request = { consultType: kind, chiefComplaint: 'Cough', ...input };
    return { who, reply: await platform.call(patientCreateOrder, who, request) };
  };
  const opened = async (input: object = {}): Promise<Made> => {
    const { reply } = await opens(input);
    expect(reply).toMatchObject({ code: Code.ok });
    return reply.data;
  };
  const row = (id: string) => platform.hospital.store.first(consultOrder, eq(consultOrder.id, id));

  test('an order for a chosen doctor keeps that doctor’s price and time, also after a change of the terms', async () => {
    const { doctor, config } = await doctorWith({ durationMin: 45, msgLimit: 30 });
    const { id, doctorName } = await opened({ doctorId: doctor.id });
    expect(doctorName).toBe(doctor.name);
    await platform.hospital.store.change(consultConfig, { durationMin: 5, price: 1 }, eq(consultConfig.id, config.id));
    await platform.data(acceptOrder, doctor, { id });
    expect(await row(id)).toMatchObject({
      payAmount: 700,
      requestedDoctorId: doctor.id,
      msgLimit: 30,
      expireTime: clock.now + 45 * 60_000,
    });
  });

  test('an order beyond the chosen doctor’s places is refused with the reason; the next day has new ones', async () => {
    const { doctor } = await doctorWith({ dailyQuota: 2 });
    const ask = { doctorId: doctor.id };
    const replies = await Promise.all([1, 2, 3].map(async () => (await opens(ask)).reply));
    expect(replies.map(({ code }) => code).sort()).toEqual([Code.ok, Code.ok, Code.orderLimitReached].sort());
    expect(replies.find(({ code }) => code === Code.orderLimitReached)).toMatchObject({
      msg: 'The 2 places of this doctor for today are taken; come back tomorrow or choose another doctor',
      data: { limit: 2 },
    });
    clock.now += dayMs;
    await opened(ask);
  });

  test('a place is free again when its patient cancels before the doctor accepts', async () => {
    const { doctor } = await doctorWith({ dailyQuota: 1 });
    const { who, reply } = await opens({ doctorId: doctor.id });
    expect(await platform.data(patientCancelOrder, who, { id: (reply.data as Made).id })).toBe(true);
    await opened({ doctorId: doctor.id });
  });

  test('a patient’s order is refused with the reason while the chosen doctor has as many patients as at once', async () => {
    const { doctor } = await doctorWith({ maxConcurrent: 2 });
    await platform.hospital.order(active, { doctor }, { consultType: kind });
    await opened({ doctorId: doctor.id });
    expect((await opens({ doctorId: doctor.id })).reply).toMatchObject({
      code: Code.orderLimitReached,
      msg: 'This doctor takes no more patients now (at most 2 at once); try again later or choose another doctor',
    });
  });

  test('an order for a doctor who does not offer the kind is refused', async () => {
    const { doctor } = await doctorWith({ enabled: false });
    const reviewer = await platform.doctor({ isAuditor: true });
    for (const doctorId of [doctor.id, reviewer.id, '999999'])
      expect((await opens({ doctorId })).reply).toMatchObject({
        code: Code.badRequest,
        data: { field: 'doctorId' },
        msg: 'This doctor does not offer this kind of consultation; choose another doctor or another kind',
      });
  });

  test('an order for any doctor is refused once all places of the day are taken or nobody offers the kind', async () => {
    const { doctor, config } = await doctorWith({ dailyQuota: 1 });
    const other = await doctorWith({ enabled: false });
    const { id } = await opened();
    await platform.data(acceptOrder, doctor, { id });
    expect((await opens()).reply).toMatchObject({
      code: Code.orderLimitReached,
      msg: 'All places for this kind of consultation are taken today; come back tomorrow or choose another kind',
    });
    const { store } = platform.hospital;
    await store.change(consultConfig, { enabled: true }, eq(consultConfig.id, other.config.id));
    await opened();
    await store.change(consultConfig, { enabled: false });
    expect((await opens()).reply).toMatchObject({
      code: Code.badRequest,
      msg: 'No doctor offers this kind of consultation now; choose another kind',
    });
    await store.change(consultConfig, { enabled: true, dailyQuota: null }, eq(consultConfig.id, config.id));
    await opened();
  });

  test('a doctor accepts no more than the day’s places; a patient who chose this doctor has one already', async () => {
    const { doctor } = await doctorWith({ dailyQuota: 2 });
    await doctorWith();
    const chosen = await opened({ doctorId: doctor.id });
    const orders = await Promise.all([1, 2].map(() => opened()));
    const replies = await Promise.all(orders.map(({ id }) => platform.call(acceptOrder, doctor, { id })));
    expect(replies.map(({ code }) => code).sort()).toEqual([Code.ok, Code.orderLimitReached].sort());
    expect(replies.find(({ code }) => code !== Code.ok)).toMatchObject({
      data: { limit: 2 },
      msg: 'You have reached today’s limit of accepted patients of this kind (2). To accept more, raise the daily limit in the service setup',
    });
    expect(await platform.data(acceptOrder, doctor, { id: chosen.id })).toMatchObject({ status: active });
  });

  test('an order for a chosen doctor is invisible and out of reach for every other doctor', async () => {
    const { doctor } = await doctorWith();
    const other = await platform.doctor();
    const before = await platform.data<{ awaitNum: number }>(getOrderNum, other);
    const { id, conversationId } = await opened({ doctorId: doctor.id });
    const { requestedDoctorId, patientId } = (await row(id)) ?? {};
    expect(requestedDoctorId).toBe(doctor.id);
    const listed = async (as: typeof doctor, query: object = {}) =>
      (await platform.data<{ id: string }[]>(awaitList, as, { ...query })).some((one) => one.id === id);
    for (const query of [{}, { consultType: kind }])
      expect([await listed(doctor, query), await listed(other, query)]).toEqual([true, false]);
    expect(await platform.data(getOrderNum, other)).toMatchObject({ awaitNum: before.awaitNum });
    expect(await platform.data(getOrderNum, doctor)).toMatchObject({ awaitNum: before.awaitNum + 1 });
    for (const [operation, input] of [
      [acceptOrder, { id }],
      [refuseOrder, { id, reasonCode: 'other' }],
      [pushMessage, { orderId: id }],
      [orderDetail, { id }],
      [getPersonalHistory, { patientId }],
      [medicalRecordList, { patientId }],
      [queryImMessages, { conversationId }],
    ] as const)
      expect([operation.path, await platform.call(operation, other, input)]).toMatchObject([
        operation.path,
        { code: expect.not.toBeOneOf([Code.ok, Code.orderStatusRefused]) },
      ]);
    expect(await row(id)).toMatchObject({ status: awaiting, version: 1 });
    expect(await platform.data(orderDetail, doctor, { id })).toMatchObject({ id });
  });

  test('a patient sees who offers a kind, for how much and with how many places; full doctors come last', async () => {
    const full = await doctorWith({ dailyQuota: 1 });
    const free = await doctorWith({ dailyQuota: 3, maxConcurrent: 2, price: 900, durationMin: 20 });
    await doctorWith({ enabled: false });
    await opened({ doctorId: full.doctor.id });
    await opened({ doctorId: free.doctor.id });
    const list = await platform.data(patientDoctors, await platform.patient(), { consultType: kind });
    expect(list).toMatchObject([
      { doctorId: free.doctor.id, price: 900, durationMin: 20, placesToday: 2, placesNow: 1 },
      { doctorId: full.doctor.id, price: 700, placesToday: 0, placesNow: null },
    ]);
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ platform, clock } = suite);
  };
}
