import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { blankIn } from '../../clinical/blanks.ts';
import { AuditStatus, nextAuditStatus } from '../../clinical/lifecycle/audit.ts';
import { nextPrescriptionStatus, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import { type approveAudit, type rejectAudit, verificationCodes } from '../../contract/extension/audit.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { prescription, reviewDraft } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { moveStock } from '../drugs/stock.ts';
import { announceStep } from '../prescriptions/announce.ts';
import { createClinicalReader } from '../prescriptions/clinicalReader.ts';
import { refuseLines } from '../prescriptions/compose.ts';
import { closeQuestions, resumedAt } from '../prescriptions/openQuestions.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { mayReview } from '../prescriptions/prescriptionPolicy.ts';
import { recheck } from '../prescriptions/recheck.ts';
import { linesIn, type PrescriptionRow, packsOf } from '../prescriptions/storedPrescription.ts';
import { checkSignatures, signStored } from '../signatures/signatures.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';
import { type Held, holdDecision, undoHeld } from './heldDecision.ts';
import { isLeasedBy, type Lease } from './leases.ts';

type Approval = z.output<(typeof approveAudit)['body']>;
type Rejection = z.output<(typeof rejectAudit)['body']>;
/** A stored decision of either kind. */
export type AnyHeld = (Held<Approval> & { action: 'approve' }) | (Held<Rejection> & { action: 'reject' });
type Answer = { status: number; auditStatus: number; version: number; effectiveAt?: number };

/** A decision: what it does to the prescription, and the reviewer's grounds. */
type Decision = {
  action: 'approve' | 'reject';
  given: { id: string; version: number; leaseId: string };
  /** When the reviewer decided; until then the prescription must not have expired. */
  decidedAt: number;
  remark: string | null;
  grounds: { auditReasonCodes?: string[]; auditChecklist?: Record<string, unknown>[]; expireTime?: number };
  /** Indexes of the lines that a rejection is about; the log keeps them for its version. */
  markedLines?: readonly number[] | undefined;
};

const answerOf = ({ status, auditStatus, version }: PrescriptionRow): Answer => ({ status, auditStatus, version });

/** A repeat of the same decision under the same lease, because the client did not get the answer. */
const isRepeat = (
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
async function decide(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  decision: Decision,
): Promise<Outcome<Answer>> {
  const { by, at } = context;
  const { action, given, decidedAt, remark, grounds, markedLines } = decision;
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
      auditorSigner: await needs.signerOf(tx, by.id),
      auditTime: at,
      auditRemark: remark,
      leaseUntil: null,
      heldDecision: null,
      decisionDue: null,
      ...resumedAt(at),
      updateTime: at,
      version: sql`${prescription.version} + 1`,
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
  if (action === 'reject') await moveStock(tx, { giveBack: packsOf(row) });
  await tx.remove(reviewDraft, eq(reviewDraft.prescriptionId, row.id));
  const step = {
    action: action === 'approve' ? 'approved' : 'rejected',
    by,
    at,
    remark,
    data: { ...grounds, ...(markedLines ? { markedLines: linesIn(row, markedLines) } : {}) },
  } as const;
  await closeQuestions(tx, row, 'decided', at);
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
      ? (await recheck(createClinicalReader(needs, tx, context.at), needs, row)).filter(
          ({ level, ruleCode }) => level === 'block' && ruleCode !== 'stock',
        )
      : [];

  /** Whether it waits for review with other content than its doctor signed. */
  const isAltered = async (tx: Transaction, row: PrescriptionRow) =>
    row.status === PrescriptionStatus.pending &&
    (await checkSignatures(tx, row)).some(({ role, state }) => role === 'doctor' && state === 'broken');

  /** What prevents an approval before anything is written. */
  async function approvalRefusal(tx: Transaction, context: StaffContext, { id, checklist, remark }: Approval) {
    const row = await tx.first(prescription, eq(prescription.id, id));
    if (!row || !mayReview(context.by, row)) return null;
    const missing = missingIn(checklist);
    if (missing.length > 0) return refused(Code.checklistIncomplete, { missing });
    const blank = blankIn(remark ?? '');
    if (blank) return refusedWith(Code.badRequest, 'recordBlank', { field: 'remark', blank: blank.text });
    const blocked = await newlyBlocked(tx, row, context);
    // A line that cannot be read also breaks the signature: the line is the cause that somebody can repair.
    if (blocked.some(({ params }) => params?.why === 'unreadable')) return refuseLines([], blocked);
    if (await isAltered(tx, row))
      return refusedWith(Code.prescriptionLinesRefused, 'contentAltered', { problems: [], ruleHits: [] });
    return blocked.length > 0 ? refuseLines([], blocked) : null;
  }

  async function approveNow(
    tx: Transaction,
    context: StaffContext,
    approval: Approval,
    decidedAt: number,
  ): Promise<Outcome<Answer>> {
    const { checklist, remark, undoMs: _, ...given } = approval;
    const refusal = await approvalRefusal(tx, context, approval);
    if (refusal) return refusal;
    const { validDays } = await needs.rules(tx);
    const grounds = { auditChecklist: checklist, auditReasonCodes: [], expireTime: context.at + validDays * dayMs };
    return decide(tx, needs, context, { action: 'approve', given, decidedAt, remark: remark ?? null, grounds });
  }

  function rejectNow(
    tx: Transaction,
    context: StaffContext,
    rejection: Rejection,
    decidedAt: number,
  ): Promise<Outcome<Answer>> {
    const { reasonCodes, remark, markedLines, undoMs: _, ...given } = rejection;
    const grounds = { auditReasonCodes: [...new Set(reasonCodes)], auditChecklist: [] };
    return decide(tx, needs, context, { action: 'reject', given, decidedAt, remark, grounds, markedLines });
  }

  /** Stores a decision that its reviewer can undo for `undoMs`. */
  async function hold(tx: Transaction, context: StaffContext, sent: Omit<AnyHeld, 'by' | 'at'>, undoMs: number) {
    const repeated = await tx.first(prescription, eq(prescription.id, sent.request.id));
    const decision = { action: sent.action, given: sent.request };
    if (isRepeat(repeated, context, decision)) return done(answerOf(repeated));
    const found = await holdDecision(tx, needs, context, sent, undoMs);
    return found.ok ? done({ ...answerOf(found.data.row), effectiveAt: found.data.effectiveAt }) : found;
  }

  const approve = (context: StaffContext, approval: Approval) =>
    run(context, 'approve', approval.id, async (tx) => {
      if (!approval.undoMs) return approveNow(tx, context, approval, context.at);
      const refusal = await approvalRefusal(tx, context, approval);
      return refusal ?? hold(tx, context, { action: 'approve', request: approval }, approval.undoMs);
    });

  const reject = (context: StaffContext, rejection: Rejection) =>
    run(context, 'reject', rejection.id, (tx) =>
      rejection.undoMs
        ? hold(tx, context, { action: 'reject', request: rejection }, rejection.undoMs)
        : rejectNow(tx, context, rejection, context.at),
    );

  const undo = (context: StaffContext, lease: Lease) =>
    audited(needs.uow, context, { action: 'cancel', entity: 'review', entityId: lease.id }, (tx) =>
      undoHeld(tx, needs, context, lease),
    );

  /** Carries out a decision whose time has come. */
  function carryOut(tx: Transaction, { action, request, by, at: decidedAt }: AnyHeld, at: number) {
    const context = { by, at };
    return action === 'approve'
      ? approveNow(tx, context, request, decidedAt)
      : rejectNow(tx, context, request, decidedAt);
  }

  return { approve, reject, undo, carryOut };
}
