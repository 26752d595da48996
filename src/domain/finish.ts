import type { PrescriptionId } from '../../contract/ids.ts';

/** Reasons that block finishing a consultation. */
export type FinishBlocker =
  | { readonly kind: 'recordMissing' }
  | { readonly kind: 'recordUnsigned' }
  | {
      readonly kind: 'prescriptionInReview' | 'prescriptionRejected';
      readonly id: PrescriptionId;
      readonly prescriptionNo: string;
    }
  | { readonly kind: 'unsentMessages'; readonly count: number };

/** The closed conversation would refuse unsent messages, so they must be sent or deleted first. */
export const mayFinishAnyway = (blockers: readonly FinishBlocker[]): boolean =>
  blockers.every(({ kind }) => kind !== 'unsentMessages');
