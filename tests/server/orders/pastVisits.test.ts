import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { electronicMedicalRecords, medicalRecordList } from '../../../contract/http/consult.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, type Member, wholeRecord } from '../../support/hospital.ts';
import { type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { submit, leased, approve, reject } = reviewSuite((suite) => {
  ({ hospital, doctor } = suite);
});

type Submitted = Rx & { orderId: string; patientId: string };

/** Signs the record of this prescription's consultation, ends that, and reads it as a past visit. */
async function pastVisitOf({ orderId, patientId }: Submitted) {
  const signed = { ...wholeRecord, orderId, patientId, status: 1, version: 1 };
  expect(await hospital.call(saveCase, doctor, signed)).toMatchObject({ code: 200 });
  await hospital.store.change(consultOrder, { status: OrderStatus.finished }, eq(consultOrder.id, orderId));
  const order = await hospital.store.first(consultOrder, eq(consultOrder.id, orderId));
  const visit = { patientId, visitNo: order?.orderNo ?? '' };
  const read = await hospital.call(electronicMedicalRecords, doctor, visit);
  return read.data as { orders: { name: string; usage: string }[] };
}

test('a past visit lists the medicines of approved prescriptions with the number of the prescription', async () => {
  const rx = await submit();
  await approve(rx, (await leased(rx)).leaseId);
  const stored = await hospital.store.first(prescription, eq(prescription.id, rx.id));
  const { orders } = await pastVisitOf(rx);
  expect(orders).toEqual([
    { name: expect.stringContaining('moxicillin'), usage: `4 days, 1 × box; prescription ${stored?.prescriptionNo}` },
  ]);
});

test('a single day is counted in the singular', async () => {
  const rx = await submit();
  await approve(rx, (await leased(rx)).leaseId);
  const stored = await hospital.store.first(prescription, eq(prescription.id, rx.id));
  const lines = ((stored?.lines ?? []) as object[]).map((line) => ({ ...line, days: 1 }));
  await hospital.store.change(prescription, { lines }, eq(prescription.id, rx.id));
  const { orders } = await pastVisitOf(rx);
  expect(orders[0]?.usage).toMatch(/^1 day, /);
});

test('a past visit lists nothing that was rejected', async () => {
  const rx = await submit();
  await reject(rx, (await leased(rx)).leaseId);
  expect((await pastVisitOf(rx)).orders).toEqual([]);
});

test('the list of past visits names the doctor as signed, whatever the doctor is called now', async () => {
  await hospital.store.change(staff, { name: '陈医生', nameEn: 'Dr Chen' }, eq(staff.id, doctor.id));
  const rx = await submit();
  await pastVisitOf(rx);
  await hospital.store.change(staff, { name: '别人', nameEn: 'Somebody Else' }, eq(staff.id, doctor.id));
  const { list } = (await hospital.call(medicalRecordList, doctor, { patientId: rx.patientId })).data as {
    list: { doctor: string }[];
  };
  expect(list.map((visit) => visit.doctor)).toEqual(['Dr Chen']);
});

test('a past visit of a doctor who signed without a department has none, wherever the doctor is now', async () => {
  await hospital.store.change(staff, { deptName: '', deptNameEn: '' }, eq(staff.id, doctor.id));
  const rx = await submit();
  await pastVisitOf(rx);
  await hospital.store.change(staff, { deptName: '外科', deptNameEn: 'Surgery' }, eq(staff.id, doctor.id));
  const { list } = (await hospital.call(medicalRecordList, doctor, { patientId: rx.patientId })).data as {
    list: { dept: string }[];
  };
  expect(list.map((visit) => visit.dept)).toEqual(['']);
});

test('reading the record of a past visit leaves one row, which names the record and its order', async () => {
  const rx = await submit();
  await pastVisitOf(rx);
  const ofPatient = [eq(auditTrail.patientId, rx.patientId), eq(auditTrail.action, 'read')];
  const rows = await hospital.store.rows(auditTrail, ...ofPatient, eq(auditTrail.userId, doctor.id));
  expect(rows).toMatchObject([{ entity: 'record', outcome: 'ok', purpose: `order:${rx.orderId}` }]);
});
