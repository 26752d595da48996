import { allowed, follow, type Transitions } from './transition.ts';

/** Where one review round stands. The numbers are the values of the dictionary prescription_audit_status. */
export const AuditStatus = { waiting: 0, claimed: 1, approved: 2, rejected: 3, withdrawn: 9 } as const;
export type AuditStatus = (typeof AuditStatus)[keyof typeof AuditStatus];

/** What can happen to a review: by an auditor, by the end of a lease, or by the doctor who withdraws. */
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

/** The review's next status, or that the action does not exist from here. */
export const nextAuditStatus = follow(auditTransitions);

/** What can be done with a review now. */
export const auditActions = allowed(auditTransitions);

/** Whether a held lease still protects its review at this moment. */
export const isLeaseAlive = (leaseUntil: number | null, now: number): boolean =>
  leaseUntil !== null && now < leaseUntil;
