import { eq, isNotNull } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Staff } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { forDoctor, type PatientTies } from './policy.ts';

/** What connects this person with a patient. */
export async function tiesTo(store: HospitalStore, { id }: Staff, patientId: string): Promise<PatientTies> {
  const ofPatient = eq(consultOrder.patientId, patientId);
  const [waiting, own, submitted] = await Promise.all([
    store.count(consultOrder, ofPatient, eq(consultOrder.status, OrderStatus.awaiting), forDoctor(id)),
    store.count(consultOrder, ofPatient, eq(consultOrder.doctorId, id)),
    store.count(prescription, eq(prescription.patientId, patientId), isNotNull(prescription.submitTime)),
  ]);
  return { isWaiting: waiting > 0, isTreated: own > 0, isReviewed: submitted > 0 };
}
