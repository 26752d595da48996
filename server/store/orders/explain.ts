import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { maySeeOrder } from '../../policies/order.ts';
import type { Staff } from '../../policies/staff.ts';
import { type Refused, refused } from '../outcome.ts';
import { people } from '../people.ts';
import { consultOrder } from '../schema/consult.ts';
import type { Tenanted } from '../tenanted.ts';
import type { OrderRow } from './move.ts';

export const stateOf = ({ status, version }: OrderRow) => ({ status, version });

/** Why a doctor could not move an order: a colleague has it, its state does not allow it, or it is none of theirs. */
export async function explainTo(me: Staff, store: Tenanted, id: string): Promise<Refused> {
  const order = await store.first(consultOrder, eq(consultOrder.id, id));
  if (!order) return refused(Code.notFound);
  const { doctorId, status } = order;
  if (doctorId === null || maySeeOrder(me, order)) return refused(Code.orderStatusRefused, stateOf(order));
  if (status !== OrderStatus.active) return refused(Code.notFound);
  const person = await people(store, [doctorId], me.language);
  return refused(Code.orderTaken, { doctorName: person(doctorId).name });
}
