import type { OrderId, PrescriptionId } from '../../contract/ids.ts';
import type { CallContext } from '../accounts/caller.ts';
import { findOrder, findPatient } from '../patients/queries.ts';
import { mayChangePrescription, mayPrescribe } from './policy.ts';
import { findPrescription } from './queries.ts';

type Asked = { readonly orderId: OrderId; readonly id?: PrescriptionId | null | undefined };

/** The order that lines are checked for, its patient and the prescription that they replace; null if it is not the caller's. */
export async function checkedOrder({ by, store }: Pick<CallContext, 'by' | 'store'>, { orderId, id }: Asked) {
  const order = await findOrder(store, orderId);
  const patient = order && mayPrescribe(by, order) ? await findPatient(store, order.patientId) : null;
  if (!order || !patient) return null;
  const earlier = id ? await findPrescription(store, id) : null;
  return { order, patient, replaces: earlier && mayChangePrescription(by, earlier) ? earlier : null };
}
