import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Staff } from '../accounts/staffPolicy.ts';

type Order = { status: number; doctorId: string | null };

/** Every doctor of the hospital sees who waits; from then on an order is its own doctor's. */
export const maySeeOrder = (me: Staff, { status, doctorId }: Order): boolean =>
  (!me.isAuditor && status === OrderStatus.awaiting) || doctorId === me.id;

/** Auditors see the orders whose prescriptions they review. */
export const mayReviewOrder = (me: Staff, isUnderReview: boolean): boolean => me.isAuditor && isUnderReview;
