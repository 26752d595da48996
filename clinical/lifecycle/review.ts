import { createNextStatus, type Transitions } from './transition.ts';

/** Status of one review round. The numbers are the values of the dictionary prescription_audit_status. */
export const AuditStatus = { waiting: 0, claimed: 1, approved: 2, rejected: 3, withdrawn: 9 } as const;
export type AuditStatus = (typeof AuditStatus)[keyof typeof AuditStatus];

/** Actions on a review, by a reviewer, by lease expiry, or by the doctor who withdraws. */
export type AuditAction = 'claim' | 'release' | 'lapse' | 'approve' | 'reject' | 'withdraw';

const S = AuditStatus;

/** The life of one review round. Each submission of a prescription starts a new round in `waiting`. */
export const auditTransitions: Transitions<AuditStatus, AuditAction> = {
  [S.waiting]: { claim: S.claimed, withdraw: S.withdrawn },
  [S.claimed]: {
    release: S.waiting,
    lapse: S.waiting,
    approve: S.approved,
    reject: S.rejected,
    withdraw: S.withdrawn,
  },
  [S.approved]: {},
  [S.rejected]: {},
  [S.withdrawn]: {},
};

/** The review's next status, or that the action is not allowed from here. */
export const nextAuditStatus = createNextStatus(auditTransitions);

/** Whether a lease still protects its review at this time. */
export const isLeaseAlive = (leaseUntil: number | null, now: number): boolean =>
  leaseUntil !== null && now < leaseUntil;
