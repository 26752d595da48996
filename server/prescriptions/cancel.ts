import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { endedReview, endReview } from './endReview.ts';
import { explainChange } from './explain.ts';
import { mayChangePrescription } from './policy.ts';
import { type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

type Request = z.output<(typeof contract.cancelPrescription)['body']>;

const { pending, approved, cancelled } = PrescriptionStatus;

/** Whether a prescription in this status reserves its packs. */
export const reservesStock = (status: number): boolean => status === pending || status === approved;

/** A repeat of the same cancellation, because the client did not get the answer. */
const isRepeat = (row: PrescriptionRow, { version, reason }: Request) =>
  row.status === cancelled && row.version === version + 1 && row.cancelReason === reason;

async function cancel(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  request: Request,
): Promise<Outcome<true>> {
  const { by, at } = context;
  const { id, version, reason } = request;
  const before = await tx.locked(prescription, eq(prescription.id, id));
  if (!before || !mayChangePrescription(by, before)) return refused(Code.notFound);
  if (isRepeat(before, request)) return done(true);
  const next = nextPrescriptionStatus(before.status, 'cancel');
  if (!next.ok || before.version !== version)
    return explainChange(tx, needs, context, { id, version, action: 'cancel' });
  const auditStatus = before.status === pending ? AuditStatus.cancelled : before.auditStatus;
  const [row] = await tx.change(
    prescription,
    {
      status: next.status,
      auditStatus,
      cancelReason: reason,
      ...endedReview(at),
    },
    and(eq(prescription.id, id), eq(prescription.version, version)),
  );
  if (!row) return explainChange(tx, needs, context, { id, version, action: 'cancel' });
  const step = { action: 'cancelled', by, at, remark: reason } as const;
  await endReview(tx, row, { step, givesBack: reservesStock(before.status) });
  const entry = { action: 'cancel', entity: 'prescription', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId: row.patientId,
    purpose: purposeOf(row.orderId),
    detail: { reason },
  });
  return done(true);
}

/** Cancels a prescription for a reason, returns its packs to stock, and removes it from the reviewers' queue. */
export const cancelPrescription =
  (needs: PrescriptionNeeds) =>
  (request: Request, context: CallContext): Promise<Outcome<true>> =>
    audited(context, { action: 'cancel', entity: 'prescription', entityId: request.id }, (tx) =>
      cancel(tx, needs, context, request),
    );
