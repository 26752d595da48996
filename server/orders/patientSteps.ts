import { and, eq, isNull, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { patientDisputeOrder, patientRateOrder } from '../../contract/extension/patient.ts';
import { SenderType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { PatientCaller } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder, orderLog } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import { stateOf } from './explain.ts';
import { moveOrder } from './moveOrder.ts';

/** Which patient makes a request, and when. */
export type PatientContext = { by: PatientCaller; at: number };

const isOwn = ({ id }: PatientCaller, orderId: string) =>
  and(eq(consultOrder.id, orderId), eq(consultOrder.patientId, id));

/** Records a step of a patient on the trail. */
export async function recordStep(
  tx: Transaction,
  { by, at }: PatientContext,
  orderId: string,
  action: TrailEntry['action'],
  step: string,
) {
  const entry = { action, entity: 'order', entityId: orderId, patientId: by.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, purpose: `order:${orderId}`, detail: { action: step } });
}

/** Cancels a waiting order of the patient. */
export async function cancel(tx: Transaction, context: PatientContext, id: string): Promise<Outcome<true>> {
  const { by, at } = context;
  const cancelled = await moveOrder(tx, id, {
    from: OrderStatus.awaiting,
    action: 'cancel',
    at,
    when: isOwn(by, id),
    by: { type: SenderType.patient, id: by.id, name: by.name },
    set: { endTime: at, endReason: 'cancelled' },
    notice: { code: 'order.cancelled' },
  });
  if (cancelled) {
    await recordStep(tx, context, id, 'cancel', 'cancel');
    return done(true);
  }
  const order = await tx.first(consultOrder, isOwn(by, id));
  if (!order) return refused(Code.notFound);
  return order.status === OrderStatus.cancelled ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
}

export type Dispute = RequestOf<typeof patientDisputeOrder>;

/** Ends a running consultation that the patient disputes; the payment is refunded as after a refusal. */
export async function dispute(
  tx: Transaction,
  context: PatientContext,
  { id, reason }: Dispute,
): Promise<Outcome<true>> {
  const { by, at } = context;
  const disputed = await moveOrder(tx, id, {
    from: OrderStatus.active,
    action: 'dispute',
    at,
    when: isOwn(by, id),
    by: { type: SenderType.patient, id: by.id, name: by.name },
    set: { endTime: at, endReason: 'disputed' },
    remark: reason,
    notice: { code: 'order.disputed' },
  });
  if (disputed) {
    await recordStep(tx, context, id, 'update', 'dispute');
    return done(true);
  }
  const order = await tx.first(consultOrder, isOwn(by, id));
  if (!order) return refused(Code.notFound);
  // A repeat of the same dispute, because the client did not get the answer.
  return order.endReason === 'disputed' ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
}

export type Rating = RequestOf<typeof patientRateOrder>;

/** Rates a finished consultation once. */
export async function rate(
  tx: Transaction,
  context: PatientContext,
  { id, stars, comment = '' }: Rating,
): Promise<Outcome<true>> {
  const { by, at } = context;
  const isRatable = and(isOwn(by, id), eq(consultOrder.status, OrderStatus.finished), isNull(consultOrder.rating));
  const rating = { rating: stars, ratingText: comment || null, rateTime: at, updateTime: at };
  const [rated] = await tx.change(consultOrder, { ...rating, version: sql`${consultOrder.version} + 1` }, isRatable);
  if (!rated) {
    const order = await tx.first(consultOrder, isOwn(by, id));
    if (!order) return refused(Code.notFound);
    return order.rating === stars ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
  }
  const operator = { operatorType: SenderType.patient, operatorId: by.id, operatorName: by.name };
  const { finished } = OrderStatus;
  await tx.add(orderLog, {
    orderId: id,
    time: at,
    action: 'rate',
    fromStatus: finished,
    toStatus: finished,
    ...operator,
  });
  await recordStep(tx, context, id, 'update', 'rate');
  const { status, doctorId, patientId } = rated;
  tx.announce({ type: 'order.changed', orderId: id, status, doctorId, patientId, change: 'changed', by: null });
  return done(true);
}
