import { eq } from 'drizzle-orm';
import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import type { CallContext } from '../accounts/caller.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { mayChangePrescription, mayPrescribe } from './prescriptionPolicy.ts';
import { readPatient } from './readRunning.ts';

type Asked = { readonly orderId: OrderId; readonly id?: PrescriptionId | null | undefined };

/** The order that lines are checked for, its patient and the prescription that they replace; null if it is not the caller's. */
export async function checkedOrder({ by, store }: Pick<CallContext, 'by' | 'store'>, { orderId, id }: Asked) {
  const order = await store.first(consultOrder, eq(consultOrder.id, orderId));
  const patient = order && mayPrescribe(by, order) ? await readPatient(store, order.patientId) : null;
  if (!order || !patient) return null;
  const earlier = id ? await store.first(prescription, eq(prescription.id, id)) : null;
  return { order, patient, replaces: earlier && mayChangePrescription(by, earlier) ? earlier : null };
}
