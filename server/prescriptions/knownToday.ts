import { eq } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { consultationTexts, readSummary } from '../patients/knownPatient.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

type Placed = Pick<PrescriptionRow, 'orderId' | 'patientId'>;

/** The patient of a prescription with what is known now; null if the order or the patient is gone. */
export async function readToday(store: Tenanted, { orderId, patientId }: Placed, at: number) {
  const order = await store.first(consultOrder, eq(consultOrder.id, orderId));
  const who = await store.first(patient, eq(patient.id, patientId));
  if (!order || !who) return null;
  const record = await store.first(caseInfo, eq(caseInfo.orderId, orderId));
  return { who, summary: await readSummary(store, who, consultationTexts(order, record), at) };
}

const open: readonly number[] = [PrescriptionStatus.draft, PrescriptionStatus.pending, PrescriptionStatus.approved];

/** Whether what becomes known about the patient still matters to a prescription. */
export const isOpen = ({ status, expireTime }: Pick<PrescriptionRow, 'status' | 'expireTime'>, at: number): boolean =>
  open.includes(status) && (status !== PrescriptionStatus.approved || expireTime > at);
