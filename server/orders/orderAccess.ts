import type { CallContext } from '../accounts/caller.ts';
import { findOrder } from '../patients/queries.ts';
import { isUnderReview } from '../records/queries.ts';
import { appendTrail, readOutcome, type TrailEntry } from '../trail/trail.ts';
import type { OrderRow } from './moveOrder.ts';
import { mayReviewOrder, maySeeOrder } from './policy.ts';

type Subject = Pick<TrailEntry, 'entity' | 'entityId' | 'patientId' | 'purpose'>;

/** Records a read, or a refused read, of patient data. */
export const recordRead = (subject: Subject, { by, at, store }: CallContext, isAllowed = true) =>
  appendTrail(store, by, at, { action: 'read', ...readOutcome(isAllowed), ...subject });

/** Whether this person may read the order; the attempt is recorded on the trail either way. */
export async function canReadOrder(order: OrderRow, context: CallContext): Promise<boolean> {
  const { by, store } = context;
  const { id, patientId } = order;
  const isAllowed = maySeeOrder(by, order) || (by.isAuditor && mayReviewOrder(by, await isUnderReview(store, id)));
  await recordRead({ entity: 'order', entityId: id, patientId, purpose: `order:${id}` }, context, isAllowed);
  return isAllowed;
}

/** Finds an order that this person may read; the attempt is recorded on the trail either way. */
export async function findReadableOrder(id: string, context: CallContext): Promise<OrderRow | null> {
  const order = await findOrder(context.store, id);
  return order && (await canReadOrder(order, context)) ? order : null;
}
