import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { Staff } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { type Refused, refused, refusedWith } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { OrderRow } from './moveOrder.ts';
import { isForDoctor, maySeeOrder } from './orderAccess.ts';

export const stateOf = ({ status, version }: OrderRow) => ({ status, version });

/** Whether this doctor could accept an order, which is offered from its payment on. */
const wasOffered = (me: Staff, order: OrderRow) =>
  order.doctorId === null && order.status !== OrderStatus.awaitingPayment && isForDoctor(order, me.id);

/** Why a doctor could not change an order: its state does not allow it, or it is not theirs, as if it did not exist. */
export async function explainRefusal(me: Staff, store: Tenanted, id: string): Promise<Refused> {
  const order = await store.first(consultOrder, eq(consultOrder.id, id));
  const isKnown = order !== null && (maySeeOrder(me, order) || wasOffered(me, order));
  return isKnown ? refused(Code.orderStatusRefused, stateOf(order)) : refusedWith(Code.notFound, 'orderOutOfReach');
}

/** Why a doctor could not accept an order. Only this refusal names the colleague who was faster. */
export async function explainAccept(me: Staff, store: Tenanted, id: string): Promise<Refused> {
  const order = await store.first(consultOrder, eq(consultOrder.id, id));
  const winner = order?.status === OrderStatus.active && order.doctorId !== me.id ? order.doctorId : null;
  if (winner === null) return explainRefusal(me, store, id);
  const person = await loadPeople(store, [winner], me.language);
  return refused(Code.orderTaken, { doctorName: person(winner).name });
}
