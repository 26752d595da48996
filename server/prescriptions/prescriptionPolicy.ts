import type { Staff } from '../accounts/staffPolicy.ts';

type Owned = { doctorId: string | null };
type Issued = { doctorId: string; submitTime: number | null };

/** A prescription is issued by the doctor of the consultation. */
export const mayPrescribe = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** It is edited and cancelled by the doctor who issued it. */
export const mayChangePrescription = (me: Staff, prescription: Issued): boolean => prescription.doctorId === me.id;

/** It is read by that doctor, and by auditors once it was submitted; a draft is its doctor's alone. */
export const mayReadPrescription = (me: Staff, prescription: Issued): boolean =>
  prescription.doctorId === me.id || (me.isAuditor && prescription.submitTime !== null);

/** It is reviewed by an auditor who did not issue it. */
export const mayReview = (me: Staff, prescription: Issued): boolean =>
  me.isAuditor && prescription.doctorId !== me.id && prescription.submitTime !== null;

/** What was prescribed to a patient before is read by doctors who treat the patient and auditors who review for them. */
export const mayReadHistory = (me: Staff, { treats, reviews }: { treats: boolean; reviews: boolean }): boolean =>
  treats || (me.isAuditor && reviews);
