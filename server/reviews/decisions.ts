import { and, eq, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AuditStatus, nextAuditStatus } from '../../clinical/lifecycle/audit.ts';
import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import { type approveAudit, type rejectAudit, verificationCodes } from '../../contract/extension/audit.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { moveStock } from '../drugs/stock.ts';
import { announceStep } from '../prescriptions/announce.ts';
import { refuseLines } from '../prescriptions/compose.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { mayReview } from '../prescriptions/prescriptionPolicy.ts';
import { recheck } from '../prescriptions/recheck.ts';
import { linesOf, type PrescriptionRow, packsOf } from '../prescriptions/storedPrescription.ts';
import { checkSignatures } from '../signatures/signatures.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { isLeasedBy } from './leases.ts';

type Approval = z.output<(typeof approveAudit)['body']>;
type Rejection = z.output<(typeof rejectAudit)['body']>;
type Answer = { status: number; auditStatus: number; version: number };

/** A decision: what it does to the prescription, and the reviewer's grounds. */
type Decision = {
  action: 'approve' | 'reject';
  given: { id: string; version: number; leaseId: string };
  remark: string | null;
  grounds: { auditReasonCodes?: string[]; auditChecklist?: Record<string, unknown>[]; expireTime?: number };
  /** Indexes of the lines that a rejection is about; the log keeps them for its version. */
  markedLines?: readonly number[];
};

const answerOf = ({ status, auditStatus, version }: PrescriptionRow): Answer => ({ status, auditStatus, version });

/** A repeat of the same decision under the same lease, because the client did not get the answer. */
const isRepeat = (
  row: PrescriptionRow | null,
  { by }: StaffContext,
  { given, action }: Decision,
): row is PrescriptionRow =>
  row !== null &&
  row.leaseId === given.leaseId &&
  row.auditorId === by.id &&
  row.version === given.version + 1 &&
  row.auditStatus === (action === 'approve' ? AuditStatus.approved : AuditStatus.rejected);

/** Decides by one conditional write: on the version that was read, under a valid lease, never on one's own prescription. */
async function decide(tx: Transaction, context: StaffContext, decision: Decision, sign: PrescriptionNeeds['sign']) {
  const { by, at } = context;
  const { action, given, remark, grounds, markedLines } = decision;
  const next = nextPrescriptionStatus(PrescriptionStatus.pending, action);
  const review = nextAuditStatus(AuditStatus.claimed, action);
  if (!next.ok || !review.ok) throw new Error(`the life cycles have no step ${action}`);
  const [row] = await tx.change(
    prescription,
    {
      ...grounds,
      status: next.status,
      auditStatus: review.status,
      auditorId: by.id,
      auditTime: at,
      auditRemark: remark,
      leaseUntil: null,
      updateTime: at,
      version: sql`${prescription.version} + 1`,
    },
    isLeasedBy(context, given),
    and(eq(prescription.version, given.version), ne(prescription.doctorId, by.id)),
  );
  if (!row) {
    const found = await tx.first(prescription, eq(prescription.id, given.id));
    if (isRepeat(found, context, decision)) return done(answerOf(found));
    return explainReview(tx, context, { id: given.id, version: given.version, claims: false });
  }
  const unsigned = action === 'approve' ? await sign(tx, row, 'auditor', at) : null;
  if (unsigned) return unsigned;
  if (action === 'reject') await moveStock(tx, { giveBack: packsOf(row) });
  const step = {
    action: action === 'approve' ? 'approved' : 'rejected',
    by,
    at,
    remark,
    data: { ...grounds, ...(markedLines ? { markedLines } : {}) },
  } as const;
  await announceStep(tx, row, step);
  const entry = { action, entity: 'review', entityId: row.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${row.id}`, detail: grounds });
  return done(answerOf(row));
}

/** The verifications that are not ticked, or ticked as wrong. */
const missingIn = (checklist: Approval['checklist']) =>
  verificationCodes.filter((code) => !checklist.some((tick) => tick.code === code && tick.ok));

/** Approval and rejection. An approval needs all ten verifications; a rejection needs reasons. */
export function createDecisions(needs: PrescriptionNeeds) {
  const run = (
    context: StaffContext,
    action: Decision['action'],
    entityId: string,
    work: (tx: Transaction) => Promise<Outcome<Answer>>,
  ) => audited(needs.uow, context, { action, entity: 'review', entityId }, work);

  /** Findings that refuse the prescription by what became known after its submission. */
  const newlyBlocked = async (tx: Transaction, row: PrescriptionRow, context: StaffContext) =>
    row.status === PrescriptionStatus.pending
      ? (await recheck(tx, needs, row, context)).filter(
          ({ level, ruleCode }) => level === 'block' && ruleCode !== 'stock',
        )
      : [];

  /** Whether it waits for review with other content than its doctor signed. */
  const isAltered = async (tx: Transaction, row: PrescriptionRow) =>
    row.status === PrescriptionStatus.pending &&
    (await checkSignatures(tx, row)).some(({ role, state }) => role === 'doctor' && state === 'broken');

  const approve = (context: StaffContext, { checklist, remark, ...given }: Approval) =>
    run(context, 'approve', given.id, async (tx) => {
      const row = await tx.first(prescription, eq(prescription.id, given.id));
      const missing = missingIn(checklist);
      if (row && mayReview(context.by, row) && missing.length > 0)
        return refused(Code.checklistIncomplete, { missing });
      if (row && mayReview(context.by, row) && (await isAltered(tx, row)))
        return refusedWith(Code.prescriptionLinesRefused, 'contentAltered', { problems: [], ruleHits: [] });
      const blocked = row && mayReview(context.by, row) ? await newlyBlocked(tx, row, context) : [];
      if (blocked.length > 0) return refuseLines([], blocked);
      const { validDays } = await needs.rules(tx);
      const grounds = { auditChecklist: checklist, auditReasonCodes: [], expireTime: context.at + validDays * dayMs };
      return decide(tx, context, { action: 'approve', given, remark: remark ?? null, grounds }, needs.sign);
    });

  const reject = (context: StaffContext, { reasonCodes, remark, markedLines = [], ...given }: Rejection) =>
    run(context, 'reject', given.id, async (tx) => {
      const row = await tx.first(prescription, eq(prescription.id, given.id));
      const lines = row ? linesOf(row).length : 0;
      const decision: Decision = {
        action: 'reject',
        given,
        remark,
        grounds: { auditReasonCodes: [...new Set(reasonCodes)], auditChecklist: [] },
        markedLines: [...new Set(markedLines)].filter((index) => index < lines).toSorted((a, b) => a - b),
      };
      return decide(tx, context, decision, needs.sign);
    });

  return { approve, reject };
}
