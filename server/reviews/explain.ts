import { eq } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { StaffContext } from '../accounts/staffPolicy.ts';
import { type Refused, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { mayReadPrescription } from '../prescriptions/prescriptionPolicy.ts';
import { holderNow, namedBeside, wholeOf } from '../prescriptions/view.ts';

/** What a reviewer tried: `version` is the one they read, null where it did not matter. */
type Tried = { id: string; version: number | null; claims: boolean };

/** Why a reviewer's write found nothing to change: the doctor was quicker, or somebody else holds it now. */
export async function explainReview(store: Tenanted, { by, at }: StaffContext, tried: Tried): Promise<Refused> {
  const row = await store.first(prescription, eq(prescription.id, tried.id));
  if (!row || !mayReadPrescription(by, row)) return refused(Code.notFound);
  if (row.doctorId === by.id) return refused(Code.ownPrescription);
  const isAsRead = tried.version === null || row.version === tried.version;
  if (row.status !== PrescriptionStatus.pending || !isAsRead)
    return refused(Code.prescriptionWithdrawn, {
      current: await wholeOf(store, row, { language: by.language, now: at }),
    });
  const held = holderNow(row, at, await namedBeside(store, [row], by.language));
  const holder = held && { id: held.id, name: held.name };
  return refused(tried.claims ? Code.locked : Code.leaseLost, { holder, leaseUntil: held?.leaseUntil ?? null });
}
