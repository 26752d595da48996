import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { StaffContext } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type Refused, refused, refusedWith } from '../db/outcome.ts';
import type { Wording } from '../http/wordings.ts';
import { detailOf } from '../prescriptions/detail.ts';
import { mayReadPrescription } from '../prescriptions/policy.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { findPrescription } from '../prescriptions/queries.ts';
import { loadPeopleOf } from '../prescriptions/signers.ts';
import { currentHolder } from '../prescriptions/wire.ts';

/** A reviewer's attempt: `version` is the one they read, null where it does not matter. */
type Attempt = { id: string; version: number | null; claims: boolean };

const { pending, rejected, cancelled, expired } = PrescriptionStatus;

/** What happened to a prescription by the status that it has now; any other follows an approval. */
const happened: Readonly<Record<number, Wording>> = {
  [pending]: 'reviewEdited',
  [rejected]: 'reviewRejected',
  [cancelled]: 'reviewCancelled',
  [expired]: 'reviewExpired',
};

/** Why a reviewer's change was not applied: the doctor changed the prescription, or another reviewer has it claimed. */
export async function explainReview(
  store: HospitalStore,
  { renewLink, nameOf }: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>,
  { by, at }: StaffContext,
  attempt: Attempt,
): Promise<Refused> {
  const row = await findPrescription(store, attempt.id);
  if (!row || !mayReadPrescription(by, row)) return refused(Code.notFound);
  if (row.doctorId === by.id) return refused(Code.ownPrescription);
  const isAsRead = attempt.version === null || row.version === attempt.version;
  if (row.status !== pending || !isAsRead)
    return refusedWith(Code.prescriptionCancelled, happened[row.status] ?? 'reviewApproved', {
      current: await detailOf(store, row, {
        language: by.language,
        now: at,
        nameOf,
        renewLink: (url) => renewLink(url, by),
      }),
    });
  if (row.expireTime <= at) return refused(Code.prescriptionExpired);
  const current = currentHolder(row, at, (await loadPeopleOf(store, [row], by.language)).person);
  const holder = current && { id: current.id, name: current.name };
  return refused(attempt.claims ? Code.locked : Code.leaseLost, { holder, leaseUntil: current?.leaseUntil ?? null });
}
