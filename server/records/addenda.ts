import { eq } from 'drizzle-orm';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import { blankIn } from '../../clinical/words/blanks.ts';
import { Code } from '../../contract/envelope.ts';
import type { addCaseAddendum } from '../../contract/http/record.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { caseAddendum, caseInfo } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { SignerOf } from '../signatures/signer.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { type Addendum, addendumOnWire } from './wire.ts';

async function add(
  tx: Transaction,
  { by, at }: StaffContext,
  { orderId, reason, text, clientRequestId }: RequestOf<typeof addCaseAddendum>,
  signerOf: SignerOf,
): Promise<Outcome<Addendum>> {
  const row = await tx.first(caseInfo, eq(caseInfo.orderId, orderId));
  if (!row || row.doctorId !== by.id) return refused(Code.notFound);
  if (row.status !== RecordStatus.signed) return refused(Code.badRequest, { field: 'orderId' });
  for (const [field, written] of Object.entries({ reason, text })) {
    const blank = blankIn(written);
    if (blank) return refusedWith(Code.badRequest, 'recordBlank', { field, blank: blank.text });
  }
  const content = { orderId, reason, text };
  const request = { userId: by.id, key: clientRequestId, operation: 'addCaseAddendum', at, content };
  return runOnce(tx, request, async () => {
    const signer = await signerOf(tx, by.id);
    const added = await tx.add(caseAddendum, { caseId: row.id, doctorId: by.id, reason, text, signer, createTime: at });
    await appendTrail(tx, by, at, {
      action: 'update',
      entity: 'record',
      entityId: row.id,
      patientId: row.patientId,
      purpose: `order:${orderId}`,
      outcome: 'ok',
      detail: { addendum: added.id },
    });
    tx.announce({ type: 'record.changed', orderId, doctorId: by.id, version: row.version, status: row.status });
    return done(addendumOnWire({ row: added, authorName: by.name }, by.language));
  });
}

/** Adds to a signed record of this doctor; nothing that was signed changes. */
export const addAddendum =
  (signerOf: SignerOf) =>
  (request: RequestOf<typeof addCaseAddendum>, context: CallContext): Promise<Outcome<Addendum>> => {
    const { orderId } = request;
    const entry = { action: 'update', entity: 'record', entityId: null, orderId } as const;
    return audited(context, entry, (tx) => add(tx, context, request, signerOf));
  };
