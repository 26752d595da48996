import { and, count, desc, eq, ne } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { hisRecord } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { OwnVisit } from './visitWire.ts';

type Page = { limit: number; offset: number };

const finishedWith = (store: HospitalStore, patientId: string) =>
  store.own(
    caseInfo,
    and(
      eq(caseInfo.patientId, patientId),
      eq(caseInfo.status, RecordStatus.signed),
      eq(consultOrder.status, OrderStatus.finished),
    ),
  );

const ofOrder = and(eq(consultOrder.id, caseInfo.orderId), eq(consultOrder.tenantId, caseInfo.tenantId));

/** How many finished consultations of this hospital have a signed record of the patient. */
export async function countOwnVisits({ db, ...store }: HospitalStore, patientId: string): Promise<number> {
  const [row] = await db
    .select({ found: count() })
    .from(caseInfo)
    .innerJoin(consultOrder, ofOrder)
    .where(finishedWith({ db, ...store }, patientId));
  return row?.found ?? 0;
}

/** Finished consultations of this hospital with a signed record, the latest first. */
export async function ownVisitsOf(
  store: HospitalStore,
  patientId: string,
  { limit, offset }: Page,
): Promise<OwnVisit[]> {
  if (limit === 0) return [];
  return store.db
    .select({ record: caseInfo, order: consultOrder, doctor: staff, hospital: tenant })
    .from(caseInfo)
    .innerJoin(consultOrder, ofOrder)
    .innerJoin(staff, and(eq(staff.id, caseInfo.doctorId), eq(staff.tenantId, caseInfo.tenantId)))
    .innerJoin(tenant, eq(tenant.id, caseInfo.tenantId))
    .where(finishedWith(store, patientId))
    .orderBy(desc(caseInfo.signTime), desc(caseInfo.id))
    .limit(limit)
    .offset(offset);
}

/** A finished consultation of this hospital with its signed record. */
export type OwnRecord = { order: typeof consultOrder.$inferSelect; record: typeof caseInfo.$inferSelect };

/** The patient's finished consultation with this number and its signed record; null without one of both. */
export async function findOwnRecord(
  store: HospitalStore,
  { patientId, visitNo }: { patientId: string; visitNo: string },
): Promise<OwnRecord | null> {
  const order = await store.first(
    consultOrder,
    eq(consultOrder.orderNo, visitNo),
    eq(consultOrder.patientId, patientId),
  );
  if (order?.status !== OrderStatus.finished) return null;
  const record = await store.first(caseInfo, eq(caseInfo.orderId, order.id), eq(caseInfo.status, RecordStatus.signed));
  return record && { order, record };
}

/** The visits of a patient in the hospital's information system, the latest first. */
export const hisVisitsOf = (store: HospitalStore, patientId: string, { limit, offset }: Page) =>
  store.db
    .select()
    .from(hisRecord)
    .where(store.own(hisRecord, eq(hisRecord.patientId, patientId)))
    .orderBy(desc(hisRecord.visitTime), desc(hisRecord.id))
    .limit(limit)
    .offset(offset);

/** How many visits of a patient the hospital's information system has. */
export const countHisVisits = (store: HospitalStore, patientId: string): Promise<number> =>
  store.count(hisRecord, eq(hisRecord.patientId, patientId));

/** The patient's visit with this number in the hospital's information system; null if there is none. */
export const findHisVisit = (store: HospitalStore, { patientId, visitNo }: { patientId: string; visitNo: string }) =>
  store.first(hisRecord, eq(hisRecord.patientId, patientId), eq(hisRecord.visitNo, visitNo));

/** The prescriptions of a consultation that were approved and not cancelled later. */
export function approvedOf(store: HospitalStore, orderId: string) {
  const isApproved = and(eq(prescription.orderId, orderId), eq(prescription.auditStatus, AuditStatus.approved));
  return store.rows(prescription, isApproved, ne(prescription.status, PrescriptionStatus.cancelled));
}
