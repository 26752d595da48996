import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { Staff } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type Refused, refused, refusedWith } from '../db/outcome.ts';
import { findOrder } from '../patients/queries.ts';
import type { OrderRow } from './moveOrder.ts';
import { maySeeOrder, wasOffered } from './policy.ts';

export const stateOf = ({ status, version }: OrderRow) => ({ status, version });

/** Why a doctor could not change an order: its state does not allow it, or it is not theirs, as if it did not exist. */
export async function explainRefusal(me: Staff, store: HospitalStore, id: string): Promise<Refused> {
  const order = await findOrder(store, id);
  const isKnown = order !== null && (maySeeOrder(me, order) || wasOffered(me, order));
  return isKnown ? refused(Code.orderStatusRefused, stateOf(order)) : refusedWith(Code.notFound, 'orderOutOfReach');
}

/** Why a doctor could not accept an order. Only this refusal names the colleague who was faster. */
export async function explainAccept(me: Staff, store: HospitalStore, id: string): Promise<Refused> {
  const order = await findOrder(store, id);
  const winner = order?.status === OrderStatus.active && order.doctorId !== me.id ? order.doctorId : null;
  if (winner === null) return explainRefusal(me, store, id);
  const person = await loadPeople(store, [winner], me.language);
  return refused(Code.orderTaken, { doctorName: person(winner).name });
}
