import { and, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { limits } from '../../contract/limits.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { isLeasedBy, type Lease } from './leases.ts';

type Action = 'approve' | 'reject';

/** A decision as it is stored until it takes effect: the request, who made it, and when; its hospital is the row's. */
export type PendingDecision<Request> = {
  action: Action;
  request: Request;
  by: Omit<StaffContext['by'], 'hospitalId'>;
  at: number;
};

/** A lease outlives its decision by this, so that an undone one is still held. */
const graceMs = 30_000;

/** Stores a decision that takes effect after `undoMs`. Sending it again keeps the first time. */
export async function holdDecision<Request extends Lease & { version: number }>(
  tx: Transaction,
  needs: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>,
  context: StaffContext,
  { action, request }: { action: Action; request: Request },
  undoMs: number,
): Promise<Outcome<{ row: PrescriptionRow; effectiveAt: number }>> {
  const { by, at } = context;
  const mine = and(
    isLeasedBy(context, request),
    eq(prescription.version, request.version),
    ne(prescription.doctorId, by.id),
  );
  const before = await tx.locked(prescription, mine);
  if (!before) return explainReview(tx, needs, context, { ...request, claims: false });
  if (before.decisionDue !== null && before.heldDecision?.action === action)
    return done({ row: before, effectiveAt: before.decisionDue });
  const effectiveAt = at + undoMs;
  const { trailRows: _, hospitalId: _hospital, ...signer } = by;
  const stored: PendingDecision<Request> = { action, request, by: signer, at };
  const [row] = await tx.change(
    prescription,
    {
      heldDecision: stored,
      decisionDue: effectiveAt,
      leaseUntil: sql`greatest(${prescription.leaseUntil}, ${effectiveAt + graceMs})`,
      updateTime: at,
    },
    mine,
    gt(prescription.expireTime, at),
  );
  if (!row) return refused(Code.prescriptionExpired);
  await announceStep(tx, row, { action: 'decided', by, at, data: { decision: action, effectiveAt } });
  const entry = { action, entity: 'review', entityId: row.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId: row.patientId,
    purpose: `review:${row.id}`,
    detail: { effectiveAt },
  });
  return done({ row, effectiveAt });
}

/** Takes back a decision that has not taken effect; the reviewer holds the prescription for a whole lease again. */
export async function undoPending(
  tx: Transaction,
  needs: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>,
  context: StaffContext,
  lease: Lease,
) {
  const { by, at } = context;
  const until = at + limits.auditLeaseMs;
  const to = { heldDecision: null, decisionDue: null, leaseUntil: until, updateTime: at };
  const [row] = await tx.change(prescription, to, isLeasedBy(context, lease), isNotNull(prescription.heldDecision));
  if (!row) {
    const found = await tx.first(prescription, eq(prescription.id, lease.id));
    if (found?.leaseId === lease.leaseId && found.auditorId === by.id) return refused(Code.undoTooLate);
    return explainReview(tx, needs, context, { id: lease.id, version: null, claims: false });
  }
  await announceStep(tx, row, { action: 'undone', by, at });
  const entry = { action: 'cancel', entity: 'review', entityId: row.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${row.id}` });
  return done({ leaseId: lease.leaseId, leaseUntil: until, version: row.version });
}

/** Removes a decision that cannot take effect any more; its reviewer holds the prescription for a whole lease again. */
export async function dropPending(tx: Transaction, id: string, reason: Code, at: number): Promise<void> {
  const to = { heldDecision: null, decisionDue: null, leaseUntil: at + limits.auditLeaseMs, updateTime: at };
  const [row] = await tx.change(prescription, to, eq(prescription.id, id), isNotNull(prescription.heldDecision));
  if (row) await announceStep(tx, row, { action: 'undone', by: null, at, data: { code: reason } });
}

/** Decisions whose time has come. */
export const isDue = (at: number) => and(isNotNull(prescription.heldDecision), lte(prescription.decisionDue, at));
