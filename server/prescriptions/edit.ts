import { and, eq, lte, ne, or } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { isOrderOpen, OrderStatus } from '../../clinical/lifecycle/order.ts';
import { editedPrescription, PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { CallContext, StaffCaller, StaffContext } from '../accounts/caller.ts';
import { isLicensed } from '../accounts/qualificationQueries.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { findPatient } from '../patients/queries.ts';
import { signingRefusal } from '../signatures/signingLock.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { announceStep, type Step } from './announce.ts';
import { createClinicalReader } from './clinicalQueries.ts';
import { checkSubmission, compose, refusingRules, withoutProblems } from './compose.ts';
import { explainChange } from './explain.ts';
import { withLineErrors } from './lineProblems.ts';
import { closeQuestions } from './openQuestions.ts';
import { mayChangePrescription } from './policy.ts';
import { dayMs, type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import type { PrescriptionRow } from './storedPrescription.ts';
import { storeVersion } from './storeVersion.ts';
import { currentAuditStatus } from './wire.ts';

type Request = z.output<(typeof contract.editPrescription)['body']>;
type Answer = z.input<(typeof contract.editPrescription)['reply']>;
type Order = typeof consultOrder.$inferSelect;

const { draft, pending, rejected } = PrescriptionStatus;

/** A draft needs an open consultation; a submitted prescription may also be corrected after its end. */
const isEditable = (order: Order, status: number) =>
  isOrderOpen(order.status) || (status !== draft && order.status === OrderStatus.finished);

/** The review columns at the start of a new round of review. */
const freshReview = {
  status: pending,
  auditStatus: AuditStatus.waiting,
  leaseId: null,
  leaseHolderId: null,
  leaseUntil: null,
  heldDecision: null,
  decisionDue: null,
  askedTime: null,
  pausedMs: 0,
  countedSince: null,
  auditorId: null,
  auditTime: null,
  auditRemark: null,
  auditReasonCodes: [],
  auditChecklist: [],
  auditorSignature: null,
  auditorSigner: null,
};

const hasNoLeaseAt = (at: number) =>
  or(ne(prescription.auditStatus, AuditStatus.claimed), lte(prescription.leaseUntil, at));

async function replace(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { request, before, order }: { request: Request; before: PrescriptionRow; order: Order },
): Promise<Outcome<PrescriptionRow>> {
  const { by, at } = context;
  const { id, version, submit, clientRequestId: _, doubleSign = false, ...content } = request;
  const patient = await findPatient(tx, order.patientId);
  if (!patient) return refused(Code.notFound);
  const draft = await compose(createClinicalReader(needs, tx, at), content, {
    order,
    patient,
    replaces: before,
    context,
  });
  if (!draft.ok) return draft;
  const checked = submit ? await checkSubmission(needs, draft.data) : withoutProblems(draft.data);
  if (!checked.ok) return checked;
  const { validDays } = await needs.rules(tx);
  const sent = {
    ...freshReview,
    // Not before it was sent the last time, which the database refuses as a change of the past; the clock may have gone back.
    submitTime: Math.max(at, before.submitTime ?? 0),
    expireTime: at + validDays * dayMs,
    doubleSign: before.status === rejected && doubleSign,
  };
  const next = { ...checked.data, ...(submit ? sent : {}), version: before.version + 1, updateTime: at };
  const signed = submit ? await needs.sign(tx, { ...before, ...next }, 'doctor', at) : done({});
  if (!signed.ok) return signed;
  const [row] = await tx.change(
    prescription,
    { ...next, ...signed.data },
    and(eq(prescription.id, id), eq(prescription.doctorId, by.id), eq(prescription.version, version)),
    and(eq(prescription.status, before.status), hasNoLeaseAt(at)),
  );
  if (!row) return explainChange(tx, needs, context, { id, version, action: 'edit' });
  const reserved = before.status === pending ? before : null;
  return (submit ? await storeVersion(tx, row, { replaces: reserved, at }) : null) ?? done(row);
}

function actionOf({ submit }: Request, before: PrescriptionRow, row: PrescriptionRow): Step['action'] {
  if (!submit) return 'edited';
  if (before.status === draft) return 'submitted';
  return row.doubleSign ? 'doubleSigned' : 'resubmitted';
}

async function edit(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  request: Request,
): Promise<Outcome<Answer>> {
  const { by, at } = context;
  const { id, version, submit } = request;
  const before = await tx.first(prescription, eq(prescription.id, id));
  if (!before || !mayChangePrescription(by, before)) return refused(Code.notFound);
  const order = await tx.locked(consultOrder, eq(consultOrder.id, before.orderId));
  if (!order || !isEditable(order, before.status))
    return refused(Code.orderStatusRefused, { status: order?.status ?? null });
  if (!(await isLicensed(tx, by.id, at))) return refused(Code.qualificationMissing);
  const { pendingMayBeEdited } = await needs.rules(tx);
  const claimedByReviewer = currentAuditStatus(before, at) === AuditStatus.claimed;
  const next = editedPrescription(before.status, { claimedByReviewer, pendingMayBeEdited });
  const isPossible = next.ok && before.version === version && (submit || before.status === draft);
  if (!isPossible) return explainChange(tx, needs, context, { id, version, action: 'edit' });
  const replaced = await replace(tx, needs, context, { request, before, order });
  if (!replaced.ok) return replaced;
  const row = replaced.data;
  const { orderId, status, auditStatus, patientId } = row;
  await closeQuestions(tx, row, 'edited', at);
  await announceStep(tx, row, { action: actionOf(request, before, row), by, at });
  const entry = { action: 'update', entity: 'prescription', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId,
    purpose: purposeOf(orderId),
    detail: { status, version: row.version },
  });
  return done({ version: row.version, status, auditStatus });
}

/** Changes the version of a prescription that the doctor saw; a submitted one goes to review again. */
export const editPrescription =
  (needs: PrescriptionNeeds) =>
  async (request: Request, context: CallContext<StaffCaller>): Promise<Outcome<Answer>> => {
    const { by, at, language } = context;
    const locked = await signingRefusal(context, request.submit);
    if (locked) return locked;
    const { id, version, clientRequestId } = request;
    const key = `rx:edit:${id}:${version}:${clientRequestId}`;
    const once = { userId: by.id, key, operation: 'editPrescription', at, content: request };
    const entry = { action: 'update', entity: 'prescription', entityId: id, why: refusingRules } as const;
    const outcome = await audited(context, entry, (tx) => runOnce(tx, once, () => edit(tx, needs, context, request)));
    return withLineErrors(outcome, language);
  };
