import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Staff } from '../accounts/staffPolicy.ts';

type Order = { status: number; doctorId: string | null };

/** Every doctor of the hospital may see waiting orders; an accepted order only its own doctor. */
export const maySeeOrder = (me: Staff, { status, doctorId }: Order): boolean =>
  (!me.isAuditor && status === OrderStatus.awaiting) || doctorId === me.id;

/** Auditors may see the orders whose prescriptions were submitted for review. */
export const mayReviewOrder = (me: Staff, isUnderReview: boolean): boolean => me.isAuditor && isUnderReview;
