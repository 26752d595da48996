import type { Staff } from '../accounts/staffPolicy.ts';

type Owned = { doctorId: string | null };

/** Only the doctor of the consultation writes its record. */
export const mayWriteRecord = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** That doctor reads it, and auditors once a prescription of the consultation was submitted. */
export const mayReadRecord = (me: Staff, order: Owned, isUnderReview: boolean): boolean =>
  order.doctorId === me.id || (me.isAuditor && isUnderReview);
