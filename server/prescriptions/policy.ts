import type { Staff } from '../accounts/caller.ts';

type Owned = { doctorId: string | null };
type Issued = { doctorId: string; submitTime: number | null };

/** Only the doctor of the consultation prescribes. */
export const mayPrescribe = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** Only the doctor who issued a prescription edits and cancels it. */
export const mayChangePrescription = (me: Staff, prescription: Issued): boolean => prescription.doctorId === me.id;

/** That doctor reads it, and reviewers once it was submitted. */
export const mayReadPrescription = (me: Staff, prescription: Issued): boolean =>
  prescription.doctorId === me.id || (me.isAuditor && prescription.submitTime !== null);

/** A reviewer reviews it, but never one who issued it. */
export const mayReview = (me: Staff, prescription: Issued): boolean =>
  me.isAuditor && prescription.doctorId !== me.id && prescription.submitTime !== null;

/** Doctors who treat the patient read earlier prescriptions, and reviewers who review for the patient. */
export const mayReadHistory = (me: Staff, { treats, reviews }: { treats: boolean; reviews: boolean }): boolean =>
  treats || (me.isAuditor && reviews);
