import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
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

/** The state of a consultation's work that decides whether it may be finished. */
type OpenWork = {
  /** Null while no record has been saved. */
  readonly record: { readonly status: number } | null;
  readonly prescriptions: readonly {
    readonly id: PrescriptionId;
    readonly prescriptionNo: string;
    readonly status: number;
  }[];
  /** Messages and attached files that have not been sent. */
  readonly unsentCount: number;
};

/** Everything that blocks finishing. A rejected prescription blocks too: the patient may still be waiting for it. */
export function finishBlockers({ record, prescriptions, unsentCount }: OpenWork): readonly FinishBlocker[] {
  const blockers: FinishBlocker[] = [];
  if (record === null) blockers.push({ kind: 'recordMissing' });
  else if (record.status !== RecordStatus.signed) blockers.push({ kind: 'recordUnsigned' });
  for (const { id, prescriptionNo, status } of prescriptions) {
    if (status === PrescriptionStatus.pending) blockers.push({ kind: 'prescriptionInReview', id, prescriptionNo });
    if (status === PrescriptionStatus.rejected) blockers.push({ kind: 'prescriptionRejected', id, prescriptionNo });
  }
  if (unsentCount > 0) blockers.push({ kind: 'unsentMessages', count: unsentCount });
  return blockers;
}

/** An ending that can still be undone: when it becomes final (epoch ms of the platform), and the summary for the patient. */
export type Finishing = { readonly at: number; readonly summary: string };
