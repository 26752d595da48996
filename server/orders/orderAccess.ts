import { and, eq, isNotNull } from 'drizzle-orm';
import type { Staff } from '../accounts/staffPolicy.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import type { OrderRow } from './move.ts';
import { mayReviewOrder, maySeeOrder } from './orderPolicy.ts';

type Look = Pick<TrailEntry, 'entity' | 'entityId' | 'patientId' | 'purpose'>;

/** Writes down that somebody looked at, or reached for, something of a patient's. */
export const looked = (store: Tenanted, by: Staff, at: number, look: Look, isAllowed = true) =>
  appendTrail(store, by, at, { action: 'read', outcome: isAllowed ? 'ok' : 'refused', ...look });

async function maySee(store: Tenanted, by: Staff, order: OrderRow): Promise<boolean> {
  if (maySeeOrder(by, order)) return true;
  if (!by.isAuditor) return false;
  const submitted = and(eq(prescription.orderId, order.id), isNotNull(prescription.submitTime));
  return mayReviewOrder(by, (await store.count(prescription, submitted)) > 0);
}

/** Whether this person may see an order by its own right; that they looked is on the trail either way. */
export async function lookedAt(store: Tenanted, by: Staff, order: OrderRow, at: number): Promise<boolean> {
  const { id, patientId } = order;
  const isAllowed = await maySee(store, by, order);
  await looked(store, by, at, { entity: 'order', entityId: id, patientId, purpose: `order:${id}` }, isAllowed);
  return isAllowed;
}

/** An order that this person may see by its own right, on the trail either way; null where there is none for them. */
export async function seen(
  store: Tenanted,
  by: Staff,
  which: { id?: string | undefined; orderNo?: string | undefined },
  at: number,
) {
  const { id, orderNo } = which;
  const isIt = [
    id === undefined ? undefined : eq(consultOrder.id, id),
    orderNo === undefined ? undefined : eq(consultOrder.orderNo, orderNo),
  ];
  const order = await store.first(consultOrder, ...isIt);
  if (!order) return null;
  return (await lookedAt(store, by, order, at)) ? order : null;
}
