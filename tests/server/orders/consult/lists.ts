import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../../clinical/lifecycle/order.ts';
import { Code } from '../../../../contract/envelope.ts';
import { acceptOrder, finishOrder, pageOrders, refuseOrder } from '../../../../contract/extension/consult.ts';
import { countOwnOrders } from '../../../../contract/extension/counts.ts';
import {
  electronicMedicalRecords,
  getOrderNum,
  getPersonalHistory,
  medicalRecordList,
  orderDetail,
  pushMessage,
} from '../../../../contract/http/consult.ts';
import { queryImMessages } from '../../../../contract/http/im.ts';
import { caseAddendum, caseInfo } from '../../../../server/db/schema/orders.ts';
import { hisRecord } from '../../../../server/db/schema/patients.ts';
import { staff } from '../../../../server/db/schema/staff.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

const { active, awaiting, cancelled, finished, refunded, timedOut } = OrderStatus;

/** What doctors see of orders and of their patients' history. */
export function consultLists() {
  let platform: Consultations;
  let clock = { now: 0 };

  test("another doctor's order looks nonexistent to every call", async () => {
    const [owner, other] = [await platform.doctor(), await platform.doctor()];
    const reviewer = await platform.doctor({ isAuditor: true });
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
    expect(await platform.call(orderDetail, reviewer, { id })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, { id })).toMatchObject({ code: Code.ok });
    for (const which of [{ id: '999999999' }, { id: 'x' }])
      expect(await platform.call(orderDetail, owner, which)).toMatchObject({ code: Code.notFound });
    expect(await platform.call(orderDetail, owner, {})).toMatchObject({ code: Code.badRequest, data: { field: 'id' } });
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

  test('a finished consultation with a signed record and its addenda is the first of the past visits', async () => {
    const [before, me, stranger] = [await platform.doctor(), await platform.doctor(), await platform.doctor()];
    const patient = await platform.hospital.patient({});
    const past = await platform.hospital.order(OrderStatus.finished, { doctor: before, patient });
    await platform.hospital.order(OrderStatus.active, { doctor: me, patient });
    const { hospitalId } = platform.hospital;
    const times = { createTime: clock.now, updateTime: clock.now, signTime: clock.now };
    await platform.uow.run(hospitalId, async (tx) => {
      const ids = { orderId: past.id, patientId: patient.id, doctorId: before.id };
      const diagnosisList = [{ id: '1', code: 'J20.9', name: 'Acute bronchitis', main: true }];
      const texts = { chiefComplaint: 'Cough for three days', treatmentAdvice: 'Rest' };
      const { id } = await tx.add(caseInfo, { ...ids, ...times, ...texts, diagnosisList, status: 1 });
      const added = { reason: 'Culture', text: 'No growth', createTime: clock.now };
      await tx.add(caseAddendum, { caseId: id, doctorId: before.id, ...added });
      const visit = { hospital: 'H', dept: 'D', doctor: 'Dr', diagnosis: 'Dx', sections: [] };
      await tx.add(hisRecord, { patientId: patient.id, visitNo: 'V1', visitTime: clock.now + 1, ...visit });
    });
    const list = (query: object) => platform.data(medicalRecordList, me, { patientId: patient.id, ...query });
    const own = {
      visitNo: past.orderNo,
      visitTime: times.signTime,
      doctor: before.name,
      diagnosis: 'Acute bronchitis',
    };
    expect(await list({})).toMatchObject({ list: [own, { visitNo: 'V1' }], total: 2 });
    expect(await list({ pageSize: 1 })).toMatchObject({ list: [own], total: 2 });
    expect(await list({ pageSize: 1, pageNo: 2 })).toMatchObject({ list: [{ visitNo: 'V1' }], total: 2 });
    const asked = { patientId: patient.id, visitNo: past.orderNo };
    const { sections } = await platform.data<{ sections: { title: string; text: string }[] }>(
      electronicMedicalRecords,
      me,
      asked,
    );
    const texts = sections.map(({ text }) => text);
    expect(texts).toEqual(['Cough for three days', 'Acute bronchitis', 'Rest', 'Culture\nNo growth']);
    expect(await platform.call(electronicMedicalRecords, stranger, asked)).toMatchObject({ code: Code.notFound });
  });

  test('a past visit names its doctor as signed, and its documents as their author did', async () => {
    const [before, me] = [await platform.doctor(), await platform.doctor()];
    const patient = await platform.hospital.patient({});
    const past = await platform.hospital.order(OrderStatus.finished, { doctor: before, patient });
    await platform.hospital.order(OrderStatus.active, { doctor: me, patient });
    const { hospitalId, store } = platform.hospital;
    const name = `化验单 ${'复查'.repeat(40)}.pdf`;
    const key = `${'k'.repeat(32)}.pdf`;
    const signer = { name: '陈静', nameEn: 'Chen Jing', titleCode: 1, title: '主任医师', titleEn: 'Chief physician' };
    await platform.uow.run(hospitalId, async (tx) => {
      const ids = { orderId: past.id, patientId: patient.id, doctorId: before.id };
      const times = { createTime: clock.now, updateTime: clock.now, signTime: clock.now };
      await tx.add(caseInfo, {
        ...{ ...ids, ...times, chiefComplaint: 'Cough', status: 1 },
        attachments: [`https://files.example/files/${key}/${encodeURIComponent(name)}?expires=0`],
        signer: { ...signer, deptName: '内科', deptNameEn: 'Medicine', picture: null },
      });
    });
    await store.change(staff, { name: '别人', nameEn: 'Somebody Else' }, eq(staff.id, before.id));
    const asked = { patientId: patient.id };
    expect(await platform.data(medicalRecordList, me, asked)).toMatchObject({
      list: [{ doctor: 'Chen Jing', dept: 'Medicine' }],
    });
    const visit = { ...asked, visitNo: past.orderNo };
    const { reports } = await platform.data<{ reports: { name: string; url: string }[] }>(
      electronicMedicalRecords,
      me,
      visit,
    );
    expect(reports.map((one) => one.name)).toEqual([name]);
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ platform, clock } = suite);
  };
}
