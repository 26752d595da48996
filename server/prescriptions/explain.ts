import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { Code } from '../../contract/envelope.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type Refused, refused } from '../db/outcome.ts';
import { detailOf } from './detail.ts';
import { mayChangePrescription } from './policy.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { findPrescription } from './queries.ts';
import { currentAuditStatus } from './wire.ts';

/** Why a doctor's change was not applied, with the current state for a client that had an older one. */
export async function explainChange(
  store: HospitalStore,
  { renewLink, nameOf }: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>,
  { by, at }: StaffContext,
  { id, version, action }: { id: string; version: number; action: 'edit' | 'cancel' },
): Promise<Refused> {
  const row = await findPrescription(store, id);
  if (!row || !mayChangePrescription(by, row)) return refused(Code.notFound);
  const { status } = row;
  const auditStatus = currentAuditStatus(row, at);
  const view = { language: by.language, now: at, nameOf, renewLink: (url: string) => renewLink(url, by) };
  const current = await detailOf(store, row, view);
  const state = { version: row.version, status, auditStatus, current };
  if (!nextPrescriptionStatus(status, action).ok) return refused(Code.prescriptionStatusRefused, state);
  if (row.version !== version) return refused(Code.prescriptionChanged, state);
  if (status !== PrescriptionStatus.pending || auditStatus !== AuditStatus.claimed)
    return refused(Code.prescriptionStatusRefused, state);
  const { leaseHolderId, leaseUntil } = row;
  const reviewer = await loadPeople(store, [leaseHolderId], by.language);
  const auditorName = leaseHolderId === null ? '' : reviewer(leaseHolderId).name;
  return refused(Code.prescriptionInReview, { ...state, auditorName, leaseUntil });
}
