import type * as z from 'zod/mini';
import { besidesStock, isBlocking } from '../../clinical/checks/obstacles.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { approveAudit, rejectAudit } from '../../contract/extension/audit.ts';
import type { CallContext, StaffCaller, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { createClinicalReader } from '../prescriptions/clinicalQueries.ts';
import { refuseLines } from '../prescriptions/compose.ts';
import { withLineErrors } from '../prescriptions/lineProblems.ts';
import { mayReview } from '../prescriptions/policy.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { findPrescription } from '../prescriptions/queries.ts';
import { recheck } from '../prescriptions/recheck.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import { checkSignatures } from '../signatures/signatures.ts';
import { signingRefusal } from '../signatures/signingLock.ts';
import { audited } from '../trail/audited.ts';
import { type Answer, answerOf, decide, isRepeat } from './decide.ts';
import type { Lease } from './leases.ts';
import { holdDecision, type PendingDecision, undoPending } from './pendingDecision.ts';
import { refusalOfApproval } from './policy.ts';

type Approval = z.output<(typeof approveAudit)['body']>;
type Rejection = z.output<(typeof rejectAudit)['body']>;
/** A stored decision of either kind. */
export type AnyPending =
  | (PendingDecision<Approval> & { action: 'approve' })
  | (PendingDecision<Rejection> & { action: 'reject' });

/** Findings that refuse the prescription by what became known after its submission. */
async function newlyBlocked(tx: Transaction, needs: PrescriptionNeeds, row: PrescriptionRow, at: number) {
  if (row.status !== PrescriptionStatus.pending) return [];
  const findings = await recheck(createClinicalReader(needs, tx, at), needs, row);
  return besidesStock(findings).filter(isBlocking);
}

/** Whether it waits for review with other content than its doctor signed. */
const isAltered = async (tx: Transaction, row: PrescriptionRow) =>
  row.status === PrescriptionStatus.pending &&
  (await checkSignatures(tx, row)).some(({ role, state }) => role === 'doctor' && state === 'broken');

/** What prevents an approval before anything is written. */
async function approvalRefusal(
  tx: Transaction,
  needs: PrescriptionNeeds,
  { by, at }: StaffContext,
  approval: Approval,
) {
  const row = await findPrescription(tx, approval.id);
  if (!row || !mayReview(by, row)) return null;
  const incomplete = refusalOfApproval(approval);
  if (incomplete) return incomplete;
  const blocked = await newlyBlocked(tx, needs, row, at);
  // A line that cannot be read also breaks the signature: the line is the cause that somebody can repair.
  if (blocked.some(({ params }) => params?.why === 'unreadable')) return refuseLines([], blocked);
  if (await isAltered(tx, row))
    return refusedWith(Code.prescriptionLinesRefused, 'contentAltered', { problems: [], ruleHits: [] });
  return blocked.length > 0 ? refuseLines([], blocked) : null;
}

async function approveNow(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { approval, decidedAt }: { approval: Approval; decidedAt: number },
): Promise<Outcome<Answer>> {
  const { checklist, remark, undoMs: _, ...given } = approval;
  const refusal = await approvalRefusal(tx, needs, context, approval);
  if (refusal) return refusal;
  const { validDays } = await needs.rules(tx);
  const grounds = { auditChecklist: checklist, auditReasonCodes: [], expireTime: context.at + validDays * dayMs };
  return decide(tx, needs, context, { action: 'approve', given, decidedAt, remark: remark ?? null, grounds });
}

function rejectNow(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { rejection, decidedAt }: { rejection: Rejection; decidedAt: number },
): Promise<Outcome<Answer>> {
  const { reasonCodes, remark, markedLines, undoMs: _, ...given } = rejection;
  const grounds = { auditReasonCodes: [...new Set(reasonCodes)], auditChecklist: [] };
  return decide(tx, needs, context, { action: 'reject', given, decidedAt, remark, grounds, markedLines });
}

/** Stores a decision that its reviewer can undo for `undoMs`. */
async function hold(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { undoMs, ...sent }: Omit<AnyPending, 'by' | 'at'> & { undoMs: number },
): Promise<Outcome<Answer>> {
  const repeated = await findPrescription(tx, sent.request.id);
  if (isRepeat(repeated, context, { action: sent.action, given: sent.request })) return done(answerOf(repeated));
  const found = await holdDecision(tx, needs, context, sent, undoMs);
  return found.ok ? done({ ...answerOf(found.data.row), effectiveAt: found.data.effectiveAt }) : found;
}

/** Approves, at once or after a time in which the reviewer can undo it. */
export const approve =
  (needs: PrescriptionNeeds) =>
  async (approval: Approval, context: CallContext<StaffCaller>): Promise<Outcome<Answer>> => {
    const { at, language } = context;
    const locked = await signingRefusal(context);
    if (locked) return locked;
    const { id, undoMs } = approval;
    const outcome = await audited(context, { action: 'approve', entity: 'review', entityId: id }, async (tx) => {
      if (!undoMs) return approveNow(tx, needs, context, { approval, decidedAt: at });
      const refusal = await approvalRefusal(tx, needs, context, approval);
      return refusal ?? hold(tx, needs, context, { action: 'approve', request: approval, undoMs });
    });
    return withLineErrors(outcome, language);
  };

/** Rejects for reasons, at once or after a time in which the reviewer can undo it. */
export const reject =
  (needs: PrescriptionNeeds) =>
  (rejection: Rejection, context: CallContext): Promise<Outcome<Answer>> => {
    const { id, undoMs } = rejection;
    return audited(context, { action: 'reject', entity: 'review', entityId: id }, (tx) =>
      undoMs
        ? hold(tx, needs, context, { action: 'reject', request: rejection, undoMs })
        : rejectNow(tx, needs, context, { rejection, decidedAt: context.at }),
    );
  };

/** Takes back a decision of one's own that has not taken effect. */
export const undo = (needs: PrescriptionNeeds) => (lease: Lease, context: CallContext) =>
  audited(context, { action: 'cancel', entity: 'review', entityId: lease.id }, (tx) =>
    undoPending(tx, needs, context, lease),
  );

/** Carries out a decision whose time has come. */
export function carryOut(
  tx: Transaction,
  needs: PrescriptionNeeds,
  { action, request, by, at: decidedAt }: AnyPending,
  at: number,
): Promise<Outcome<Answer>> {
  // A decision that the version before stored has its hospital under another name.
  const context = { by: { ...by, hospitalId: tx.hospitalId }, at };
  return action === 'approve'
    ? approveNow(tx, needs, context, { approval: request, decidedAt })
    : rejectNow(tx, needs, context, { rejection: request, decidedAt });
}
