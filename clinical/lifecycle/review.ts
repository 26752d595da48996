import { rxTypes } from './prescription.ts';
import { createNextStatus, type Transitions } from './transition.ts';

/** Status of one review round. The numbers are the values of the dictionary prescription_audit_status. */
export const AuditStatus = { waiting: 0, claimed: 1, approved: 2, rejected: 3, cancelled: 9 } as const;
export type AuditStatus = (typeof AuditStatus)[keyof typeof AuditStatus];

/** Actions on a review, by a reviewer, by lease expiry, or by the doctor who cancels. */
export type ReviewAction = 'claim' | 'release' | 'lapse' | 'approve' | 'reject' | 'cancel';

const S = AuditStatus;

/** The life of one review round. Each submission of a prescription starts a new round in `waiting`. */
export const reviewTransitions: Transitions<AuditStatus, ReviewAction> = {
  [S.waiting]: { claim: S.claimed, cancel: S.cancelled },
  [S.claimed]: {
    release: S.waiting,
    lapse: S.waiting,
    approve: S.approved,
    reject: S.rejected,
    cancel: S.cancelled,
  },
  [S.approved]: {},
  [S.rejected]: {},
  [S.cancelled]: {},
};

/** The review's next status, or that the action is not allowed from here. */
export const nextReviewStatus = createNextStatus(reviewTransitions);

/** Whether a lease still protects its review at this time. */
export const isLeaseAlive = (leaseUntil: number | null, now: number): boolean =>
  leaseUntil !== null && now < leaseUntil;

/** The number of the type of an emergency prescription. */
export const emergencyType = rxTypes.indexOf('emergency');

/** An order of this priority or a higher one is reviewed like an emergency. */
const urgentOrder = 2;

/** Whether a prescription is reviewed first: an emergency, or one of an order with a high priority. */
export const isUrgent = (rxType: number, orderPriority: number): boolean =>
  rxType === emergencyType || orderPriority >= urgentOrder;

type Standing = { readonly urgent: boolean; readonly child: boolean; readonly findings: boolean };

/** The place in the review queue, the highest first: what is urgent, then children, then prescriptions with findings. */
export const reviewPriority = ({ urgent, child, findings }: Standing): number =>
  (urgent ? 4 : 0) + (child ? 2 : 0) + (findings ? 1 : 0);

/** Whether this place is one of those for what is urgent. */
export const hasUrgentPlace = (priority: number): boolean =>
  priority >= reviewPriority({ urgent: true, child: false, findings: false });
