import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Staff } from '../accounts/caller.ts';
import { isDoctor } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { appendTrail, readOutcome, type TrailEntry } from '../trail/trail.ts';
import type { OrderRow } from './moveOrder.ts';

type Order = { status: number; doctorId: string | null; requestedDoctorId: string | null };

/** Whether an order is for every doctor of the hospital, or for the one whom its patient chose. */
export const isForDoctor = ({ requestedDoctorId }: Pick<Order, 'requestedDoctorId'>, doctorId: string): boolean =>
  requestedDoctorId === null || requestedDoctorId === doctorId;

/** The orders that are for this doctor or for any, as a condition of a query. */
export const forDoctor = (doctorId: string): SQL | undefined =>
  or(isNull(consultOrder.requestedDoctorId), eq(consultOrder.requestedDoctorId, doctorId));

/** A waiting order is seen by the doctors it is for; an accepted one only by its own doctor. */
export const maySeeOrder = (me: Staff, order: Order): boolean =>
  (isDoctor(me) && order.status === OrderStatus.awaiting && isForDoctor(order, me.id)) || order.doctorId === me.id;

/** Reviewers may see the orders whose prescriptions were submitted for review. */
const mayReviewOrder = (me: Staff, isUnderReview: boolean): boolean => me.isAuditor && isUnderReview;

type Subject = Pick<TrailEntry, 'entity' | 'entityId' | 'patientId' | 'purpose'>;

/** Records a read, or a refused read, of patient data. */
export const recordRead = (store: Tenanted, by: Staff, at: number, subject: Subject, isAllowed = true) =>
  appendTrail(store, by, at, { action: 'read', ...readOutcome(isAllowed), ...subject });

async function mayRead(store: Tenanted, by: Staff, order: OrderRow): Promise<boolean> {
  if (maySeeOrder(by, order)) return true;
  if (!by.isAuditor) return false;
  const submitted = and(eq(prescription.orderId, order.id), isNotNull(prescription.submitTime));
  return mayReviewOrder(by, (await store.count(prescription, submitted)) > 0);
}

/** Whether this person may read the order; the attempt is recorded on the trail either way. */
export async function canReadOrder(store: Tenanted, by: Staff, order: OrderRow, at: number): Promise<boolean> {
  const { id, patientId } = order;
  const isAllowed = await mayRead(store, by, order);
  await recordRead(store, by, at, { entity: 'order', entityId: id, patientId, purpose: `order:${id}` }, isAllowed);
  return isAllowed;
}

/** Finds an order that this person may read; the attempt is recorded on the trail either way. */
export async function findReadableOrder(
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
  return (await canReadOrder(store, by, order, at)) ? order : null;
}
