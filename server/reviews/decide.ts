import { and, eq, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AuditStatus, nextAuditStatus } from '../../clinical/lifecycle/audit.ts';
import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import { type approveAudit, type rejectAudit, verificationCodes } from '../../contract/extension/audit.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescription.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { moveStock } from '../drugs/stock.ts';
import { announceStep } from '../prescriptions/announce.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { mayReview } from '../prescriptions/prescriptionPolicy.ts';
import { type PrescriptionRow, packsOf } from '../prescriptions/row.ts';
import { type Asked, guarded } from '../trail/audited.ts';
import { trail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { isHeldBy } from './lease.ts';

type Approval = z.output<(typeof approveAudit)['body']>;
type Rejection = z.output<(typeof rejectAudit)['body']>;
type Answer = { status: number; auditStatus: number; version: number };

/** A decision as it is written: what it makes of the prescription, and what the reviewer said. */
type Decision = {
  action: 'approve' | 'reject';
  given: { id: string; version: number; leaseId: string };
  remark: string | null;
  says: { auditReasonCodes?: string[]; auditChecklist?: Record<string, unknown>[]; expireTime?: number };
};

const answerOf = ({ status, auditStatus, version }: PrescriptionRow): Answer => ({ status, auditStatus, version });

/** The same decision under the same lease again, because its answer was lost. */
const isRepeat = (row: PrescriptionRow | null, { by }: Asked, { given, action }: Decision): row is PrescriptionRow =>
  row !== null &&
  row.leaseId === given.leaseId &&
  row.auditorId === by.id &&
  row.version === given.version + 1 &&
  row.auditStatus === (action === 'approve' ? AuditStatus.approved : AuditStatus.rejected);

/** Decides in one conditional write: on the version that was read, under a lease that holds, never on one's own. */
async function decide(tx: Transaction, asked: Asked, decision: Decision) {
  const { by, at } = asked;
  const { action, given, remark, says } = decision;
  const next = nextPrescriptionStatus(PrescriptionStatus.pending, action);
  const review = nextAuditStatus(AuditStatus.claimed, action);
  if (!next.ok || !review.ok) throw new Error(`the life cycles know no step ${action}`);
  const [row] = await tx.change(
    prescription,
    {
      ...says,
      status: next.status,
      auditStatus: review.status,
      auditorId: by.id,
      auditTime: at,
      auditRemark: remark,
      leaseUntil: null,
      updateTime: at,
      version: sql`${prescription.version} + 1`,
    },
    isHeldBy(asked, given),
    and(eq(prescription.version, given.version), ne(prescription.doctorId, by.id)),
  );
  if (!row) {
    const found = await tx.first(prescription, eq(prescription.id, given.id));
    if (isRepeat(found, asked, decision)) return done(answerOf(found));
    return explainReview(tx, asked, { id: given.id, version: given.version, claims: false });
  }
  if (action === 'reject') await moveStock(tx, { giveBack: packsOf(row) });
  const step = { action: action === 'approve' ? 'approved' : 'rejected', by, at, remark, data: says } as const;
  await announceStep(tx, row, step);
  const deed = { action, entity: 'review', entityId: row.id, outcome: 'ok' } as const;
  await trail(tx, by, at, { ...deed, patientId: row.patientId, purpose: `review:${row.id}`, detail: says });
  return done(answerOf(row));
}

/** What is ticked nowhere, or ticked as wrong. */
const missingIn = (checklist: Approval['checklist']) =>
  verificationCodes.filter((code) => !checklist.some((tick) => tick.code === code && tick.ok));

/** The two ends of a review. An approval needs all ten verifications; a rejection needs its reasons. */
export function decisionsIn(needs: PrescriptionNeeds) {
  const run = (
    asked: Asked,
    action: Decision['action'],
    entityId: string,
    work: (tx: Transaction) => Promise<Outcome<Answer>>,
  ) => guarded(needs.uow, asked, { action, entity: 'review', entityId }, work);

  const approve = (asked: Asked, { checklist, remark, ...given }: Approval) =>
    run(asked, 'approve', given.id, async (tx) => {
      const row = await tx.first(prescription, eq(prescription.id, given.id));
      const missing = missingIn(checklist);
      if (row && mayReview(asked.by, row) && missing.length > 0) return refused(Code.checklistIncomplete, { missing });
      const { validDays } = await needs.rules(tx);
      const says = { auditChecklist: checklist, auditReasonCodes: [], expireTime: asked.at + validDays * dayMs };
      return decide(tx, asked, { action: 'approve', given, remark: remark ?? null, says });
    });

  const reject = (asked: Asked, { reasonCodes, remark, ...given }: Rejection) =>
    run(asked, 'reject', given.id, (tx) =>
      decide(tx, asked, {
        action: 'reject',
        given,
        remark,
        says: { auditReasonCodes: [...new Set(reasonCodes)], auditChecklist: [] },
      }),
    );

  return { approve, reject };
}
