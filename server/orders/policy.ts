import { eq, isNull, or, type SQL } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Staff } from '../accounts/caller.ts';
import { isDoctor } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';

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
export const mayReviewOrder = (me: Staff, isUnderReview: boolean): boolean => me.isAuditor && isUnderReview;

/** Whether a patient waits for this person, has or had a consultation with them, or has a submitted prescription. */
export type PatientTies = { isWaiting: boolean; isTreated: boolean; isReviewed: boolean };

/** Doctors read about patients who wait for them or whom they treat, and reviewers about those of prescriptions. */
export const mayReadPatient = (me: Staff, { isWaiting, isTreated, isReviewed }: PatientTies): boolean =>
  (isDoctor(me) && isWaiting) || isTreated || (me.isAuditor && isReviewed);

/** Whether this doctor could accept an order, which is offered from its payment on. */
export const wasOffered = (me: Staff, order: Order): boolean =>
  order.doctorId === null && order.status !== OrderStatus.awaitingPayment && isForDoctor(order, me.id);
