import { eq } from 'drizzle-orm';
import { blankIn } from '../../clinical/blanks.ts';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import { Code } from '../../contract/envelope.ts';
import type { addCaseAddendum } from '../../contract/http/record.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language, StaffContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { caseAddendum, caseInfo } from '../db/schema/orders.ts';
import type { Signer } from '../db/schema/signatures.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type SignerOf, signerIn } from '../signatures/signer.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';

type Addendum = ReplyInputOf<typeof addCaseAddendum>;

/** Who added it, as they were called then. */
function authorOf(stored: Signer | null, language: Language, presentName: string) {
  const signer = signerIn(stored, language);
  return {
    doctorName: signer?.name ?? presentName,
    doctorTitle: signer?.title ?? null,
    doctorDept: signer?.dept ?? null,
  };
}

/** The addenda of a record, the oldest first. */
export async function readAddenda(store: Tenanted, caseId: string, language: Language): Promise<Addendum[]> {
  const rows = (await store.rows(caseAddendum, eq(caseAddendum.caseId, caseId))).toSorted(
    (a, b) => a.createTime - b.createTime || Number(a.id) - Number(b.id),
  );
  if (rows.length === 0) return [];
  const person = await loadPeople(
    store,
    rows.map(({ doctorId }) => doctorId),
    language,
  );
  return rows.map(({ id, doctorId, reason, text, createTime, signer }) => ({
    id,
    ...authorOf(signer, language, person(doctorId).name),
    reason,
    text,
    createTime,
  }));
}

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
    return done({
      id: added.id,
      ...authorOf(signer, by.language, by.name),
      reason,
      text,
      createTime: at,
    });
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
