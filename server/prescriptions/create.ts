import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import { isOrderOpen } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { createPrescription } from '../../contract/http/prescription.ts';
import type { StaffContext } from '../accounts/staffPolicy.ts';
import { once } from '../db/idempotency.ts';
import { nextNumber } from '../db/numbers.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { announceStep } from './announce.ts';
import { compose, examine, isLicensed } from './compose.ts';
import { readPatient } from './facts.ts';
import { dayMs, type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import { mayPrescribe } from './prescriptionPolicy.ts';
import type { PrescriptionRow } from './row.ts';
import { fixVersion } from './submit.ts';

type Request = z.output<(typeof createPrescription)['body']>;
type Answer = z.input<(typeof createPrescription)['reply']>;

async function write(
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
  const patient = await readPatient(tx, order.patientId);
  if (!patient) return refused(Code.notFound);
  const draft = await compose(tx, needs, content, { order, patient, replaces: null, context });
  if (!draft.ok) return draft;
  const checked = submit ? await examine(tx, needs, order, draft.data) : done(draft.data.composed);
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
  return (submit ? await fixVersion(tx, row, { replaces: null, at }) : null) ?? done(row);
}

/** Writes a prescription down, or submits it at once: one intent makes one prescription for good. */
export const createIn = (needs: PrescriptionNeeds) => (context: StaffContext, request: Request) => {
  const { by, at } = context;
  const key = `rx:create:${request.clientRequestId}`;
  const intent = { userId: by.id, key, operation: 'createPrescription', at, content: request };
  const entry = { action: 'create', entity: 'prescription', entityId: null } as const;
  return audited<Answer>(needs.uow, context, entry, (tx) =>
    once(tx, intent, async () => {
      const written = await write(tx, needs, context, request);
      if (!written.ok) return written;
      const row = written.data;
      const { id, prescriptionNo, orderId, status, auditStatus, version, patientId } = row;
      await announceStep(tx, row, { action: request.submit ? 'submitted' : 'drafted', by, at });
      const entry = { action: 'create', entity: 'prescription', entityId: id, outcome: 'ok' } as const;
      await appendTrail(tx, by, at, { ...entry, patientId, purpose: purposeOf(orderId), detail: { status } });
      return done({ id, prescriptionNo, status, auditStatus, version });
    }),
  );
};
