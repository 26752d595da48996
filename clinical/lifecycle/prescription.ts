import { createAllowedActions, createNextStatus, type Step, type Transitions } from './transition.ts';

/** Status of a prescription. The numbers are the values of the dictionary prescription_status. */
export const PrescriptionStatus = {
  draft: 0,
  pending: 10,
  rejected: 11,
  approved: 20,
  dispensed: 30,
  cancelled: 40,
  expired: 50,
} as const;
export type PrescriptionStatus = (typeof PrescriptionStatus)[keyof typeof PrescriptionStatus];

/** Types of a prescription, by their numbers in the dictionary prescription_type. */
export const rxTypes = ['ordinary', 'emergency', 'paediatric', 'chronic'] as const;
export type RxType = (typeof rxTypes)[number];

/** The type with this number; an unknown number counts as ordinary. */
export const rxTypeOf = (rxType: number): RxType => rxTypes[rxType] ?? 'ordinary';

/** Actions on a prescription, by its doctor, a reviewer, the pharmacy or a timer. */
export type PrescriptionAction =
  | 'edit'
  | 'submit'
  | 'doubleSign'
  | 'approve'
  | 'reject'
  | 'dispense'
  | 'cancel'
  | 'expire';

const S = PrescriptionStatus;

/** The life of a prescription. Editing it after the draft creates a new version that is reviewed again. */
export const prescriptionTransitions: Transitions<PrescriptionStatus, PrescriptionAction> = {
  [S.draft]: { edit: S.draft, submit: S.pending, cancel: S.cancelled },
  [S.pending]: { edit: S.pending, approve: S.approved, reject: S.rejected, cancel: S.cancelled, expire: S.expired },
  [S.rejected]: { edit: S.pending, doubleSign: S.pending, cancel: S.cancelled },
  [S.approved]: { dispense: S.dispensed, cancel: S.cancelled, expire: S.expired },
  [S.dispensed]: {},
  [S.cancelled]: {},
  [S.expired]: {},
};

/** The prescription's next status, or that the action is not allowed from here. */
export const nextPrescriptionStatus = createNextStatus(prescriptionTransitions);

/** Actions that the prescription's status allows. */
export const prescriptionActions = createAllowedActions(prescriptionTransitions);

/** Whether a reviewer holds the waiting prescription, and whether the hospital allows editing meanwhile. */
export type PendingEdit = { claimedByReviewer: boolean; pendingMayBeEdited: boolean };

/** Status after the doctor's edit: a waiting prescription can be edited only while no reviewer has claimed it. */
export function editedPrescription(
  status: number,
  { claimedByReviewer, pendingMayBeEdited }: PendingEdit,
): Step<PrescriptionStatus> | { ok: false; why: 'claimedByReviewer' } {
  if (status === S.pending && !pendingMayBeEdited) return { ok: false, why: 'illegalTransition' };
  if (status === S.pending && claimedByReviewer) return { ok: false, why: 'claimedByReviewer' };
  return nextPrescriptionStatus(status, 'edit');
}
