import type { PrescriptionId } from '../../contract/ids.ts';

/** What speaks against ending a consultation now, by name. */
export type FinishBlocker =
  | { readonly kind: 'recordMissing' }
  | { readonly kind: 'recordUnsigned' }
  | {
      readonly kind: 'prescriptionInReview' | 'prescriptionRejected';
      readonly id: PrescriptionId;
      readonly prescriptionNo: string;
    }
  | { readonly kind: 'unsentMessages'; readonly count: number };

/** Unsent messages would be refused by the closed conversation, so they must be sent or deleted first. */
export const mayFinishAnyway = (blockers: readonly FinishBlocker[]): boolean =>
  blockers.every(({ kind }) => kind !== 'unsentMessages');
