import type { Staff } from '../accounts/staffPolicy.ts';

type Owned = { doctorId: string | null };

/** A medical record is written by the doctor of its consultation and by nobody else. */
export const mayWriteRecord = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** It is read by that doctor, and by auditors once a prescription of the consultation is before them. */
export const mayReadRecord = (me: Staff, order: Owned, isUnderReview: boolean): boolean =>
  order.doctorId === me.id || (me.isAuditor && isUnderReview);
