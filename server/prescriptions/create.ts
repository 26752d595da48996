import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { isOrderOpen } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { CallContext, StaffCaller, StaffContext } from '../accounts/caller.ts';
import { isLicensed } from '../accounts/qualificationQueries.ts';
import { runOnce } from '../db/idempotency.ts';
import { nextNumber } from '../db/numbers.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { findPatient } from '../patients/queries.ts';
import { signStored } from '../signatures/signatures.ts';
import { signingRefusal } from '../signatures/signingLock.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { announceStep } from './announce.ts';
import { createClinicalReader } from './clinicalQueries.ts';
import { checkSubmission, compose, refusingRules, withoutProblems } from './compose.ts';
import { withLineErrors } from './lineProblems.ts';
import { mayPrescribe } from './policy.ts';
import { dayMs, type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import type { PrescriptionRow } from './storedPrescription.ts';
import { storeVersion } from './storeVersion.ts';

type Request = z.output<(typeof contract.createPrescription)['body']>;
type Answer = z.input<(typeof contract.createPrescription)['reply']>;

async function insertPrescription(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  request: Request,
): Promise<Outcome<PrescriptionRow>> {
  const { by, at } = context;
  const { orderId, clientRequestId, submit, ...content } = request;
  const order = await tx.locked(consultOrder, eq(consultOrder.id, orderId));
  if (!order || !mayPrescribe(by, order)) return refused(Code.notFound);
  if (!isOrderOpen(order.status)) return refused(Code.orderStatusRefused, { status: order.status });
  if (!(await isLicensed(tx, by.id, at))) return refused(Code.qualificationMissing);
  const patient = await findPatient(tx, order.patientId);
  if (!patient) return refused(Code.notFound);
  const draft = await compose(createClinicalReader(needs, tx, at), content, {
    order,
    patient,
    replaces: null,
    context,
  });
  if (!draft.ok) return draft;
  const checked = submit ? await checkSubmission(needs, draft.data) : withoutProblems(draft.data);
  if (!checked.ok) return checked;
  const { validDays } = await needs.rules(tx);
  const { id, number: prescriptionNo } = await nextNumber(tx, 'prescription', 'RX', at);
  const row = await tx.add(prescription, {
    ...checked.data,
    id,
    prescriptionNo,
    orderId,
    clientRequestId,
    orderNo: order.orderNo,
    patientId: order.patientId,
    doctorId: by.id,
    status: submit ? PrescriptionStatus.pending : PrescriptionStatus.draft,
    auditStatus: AuditStatus.waiting,
    createTime: at,
    updateTime: at,
    submitTime: submit ? at : null,
    expireTime: at + validDays * dayMs,
  });
  if (!submit) return done(row);
  const signed = await signStored(tx, needs.sign, row, 'doctor', at);
  if (!signed.ok) return signed;
  return (await storeVersion(tx, signed.data, { replaces: null, at })) ?? signed;
}

async function create(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  request: Request,
): Promise<Outcome<Answer>> {
  const { by, at } = context;
  const written = await insertPrescription(tx, needs, context, request);
  if (!written.ok) return written;
  const row = written.data;
  const { id, prescriptionNo, orderId, status, auditStatus, version, patientId } = row;
  await announceStep(tx, row, { action: request.submit ? 'submitted' : 'drafted', by, at });
  const entry = { action: 'create', entity: 'prescription', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId, purpose: purposeOf(orderId), detail: { status } });
  return done({ id, prescriptionNo, status, auditStatus, version });
}

/** Creates a draft or submits at once. Repeats of the same request never create a second prescription. */
export const createPrescription =
  (needs: PrescriptionNeeds) =>
  async (request: Request, context: CallContext<StaffCaller>): Promise<Outcome<Answer>> => {
    const { by, at, language } = context;
    const locked = await signingRefusal(context, request.submit);
    if (locked) return locked;
    const { orderId, clientRequestId } = request;
    const key = `rx:create:${clientRequestId}`;
    const once = { userId: by.id, key, operation: 'createPrescription', at, content: request };
    const entry = { action: 'create', entity: 'prescription', entityId: null, orderId, why: refusingRules } as const;
    const outcome = await audited(context, entry, (tx) => runOnce(tx, once, () => create(tx, needs, context, request)));
    return withLineErrors(outcome, language);
  };
