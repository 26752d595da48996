import { and, eq, gt, ne } from 'drizzle-orm';
import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus, nextReviewStatus } from '../../clinical/lifecycle/review.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { prescription, reviewDraft } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { endedReview, endReview } from '../prescriptions/endReview.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { linesIn, type PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { signStored } from '../signatures/signatures.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { isLeasedBy } from './leases.ts';

/** The answer to a reviewer's decision. */
export type Answer = { status: number; auditStatus: number; version: number; effectiveAt?: number };

/** A decision: what it does to the prescription, and the reviewer's grounds. */
export type Decision = {
  action: 'approve' | 'reject';
  given: { id: string; version: number; leaseId: string };
  /** When the reviewer decided; until then the prescription must not have expired. */
  decidedAt: number;
  remark: string | null;
  grounds: { auditReasonCodes?: string[]; auditChecklist?: Record<string, unknown>[]; expireTime?: number };
  /** Indexes of the lines that a rejection is about; the log keeps them for its version. */
  markedLines?: readonly number[] | undefined;
};

export const answerOf = ({ status, auditStatus, version }: PrescriptionRow): Answer => ({
  status,
  auditStatus,
  version,
});

/** A repeat of the same decision under the same lease, because the client did not get the answer. */
export const isRepeat = (
  row: PrescriptionRow | null,
  { by }: StaffContext,
  { given, action }: Pick<Decision, 'given' | 'action'>,
): row is PrescriptionRow =>
  row !== null &&
  row.leaseId === given.leaseId &&
  row.auditorId === by.id &&
  row.version === given.version + 1 &&
  row.auditStatus === (action === 'approve' ? AuditStatus.approved : AuditStatus.rejected);

/** Decides by one conditional write: on the version that was read, under a valid lease, never on one's own prescription. */
export async function decide(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  decision: Decision,
): Promise<Outcome<Answer>> {
  const { by, at } = context;
  const { action, given, decidedAt, remark, grounds, markedLines } = decision;
  const next = nextPrescriptionStatus(PrescriptionStatus.pending, action);
  const review = nextReviewStatus(AuditStatus.claimed, action);
  if (!next.ok || !review.ok) throw new Error(`the life cycles have no step ${action}`);
  const [row] = await tx.change(
    prescription,
    {
      ...grounds,
      status: next.status,
      auditStatus: review.status,
      auditorId: by.id,
      auditorSigner: await needs.signerOf(tx, by.id),
      auditTime: at,
      auditRemark: remark,
      ...endedReview(at),
    },
    isLeasedBy(context, given),
    and(
      eq(prescription.version, given.version),
      ne(prescription.doctorId, by.id),
      gt(prescription.expireTime, decidedAt),
    ),
  );
  if (!row) {
    const found = await tx.first(prescription, eq(prescription.id, given.id));
    if (isRepeat(found, context, decision)) return done(answerOf(found));
    return explainReview(tx, needs, context, { id: given.id, version: given.version, claims: false });
  }
  const signed = action === 'approve' ? await signStored(tx, needs.sign, row, 'auditor', at) : done(row);
  if (!signed.ok) return signed;
  await tx.remove(reviewDraft, eq(reviewDraft.prescriptionId, row.id));
  const step = {
    action: action === 'approve' ? 'approved' : 'rejected',
    by,
    at,
    remark,
    data: { ...grounds, ...(markedLines ? { markedLines: linesIn(row, markedLines) } : {}) },
  } as const;
  await endReview(tx, row, { step, givesBack: action === 'reject' });
  const entry = { action, entity: 'review', entityId: row.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${row.id}`, detail: grounds });
  return done(answerOf(row));
}
