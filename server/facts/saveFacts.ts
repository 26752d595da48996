import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { savePatientFacts } from '../../contract/extension/facts.ts';
import { limits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceFacts } from '../patients/announceFacts.ts';
import { currentFacts, findPatient } from '../patients/queries.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { applyChange, type FactChange } from './factChanges.ts';
import { type KnownNames, type OrderRow, refusalOfDoctor } from './policy.ts';
import { type FactNeeds, showFacts } from './readFacts.ts';
import type { Facts } from './wire.ts';

type Request = RequestOf<typeof savePatientFacts>;

const isHeight = (change: FactChange) => change.op === 'add' && change.value.kind === 'height';

/** Heights come first, because a height decides about the unit of a weight in the same request. */
const heightsFirst = (changes: readonly FactChange[]): FactChange[] =>
  changes.toSorted((a, b) => Number(isHeight(b)) - Number(isHeight(a)));

async function saveFacts(
  tx: Transaction,
  context: StaffContext,
  { orderId, changes }: Request,
  names: KnownNames,
): Promise<Outcome<{ order: OrderRow; patientId: string }>> {
  const { by, at } = context;
  const order = await tx.first(consultOrder, eq(consultOrder.id, orderId));
  if (!order) return refused(Code.notFound);
  const refusal = refusalOfDoctor(by, order);
  if (refusal) return refusal;
  // The patient's row is locked, so that two consultations of one patient change it one after the other.
  const who = await tx.locked(patient, eq(patient.id, order.patientId));
  if (!who) return refused(Code.notFound);
  for (const change of heightsFirst(changes)) {
    const outcome = await applyChange({ tx, context, order, who, names }, change);
    if (!outcome.ok) return outcome;
  }
  const isAdding = changes.some(({ op }) => op === 'add');
  if (isAdding && (await currentFacts(tx, who.id)).length > limits.currentFacts)
    return refusedWith(Code.badRequest, 'tooManyFacts');
  const kinds = changes.map((change) => (change.op === 'add' ? `add ${change.value.kind}` : change.op));
  await appendTrail(tx, by, at, {
    action: 'update',
    entity: 'patient',
    entityId: who.id,
    patientId: who.id,
    purpose: `order:${order.id}`,
    outcome: 'ok',
    detail: { changes: kinds },
  });
  await announceFacts(tx, who.id, at);
  return done({ order, patientId: who.id });
}

/** Stores all changes or none. Only the doctor of a running consultation changes the patient's statements. */
export const changeFacts =
  ({ names, ...needs }: FactNeeds & { names: KnownNames }) =>
  async (request: Request, context: CallContext): Promise<Outcome<Facts>> => {
    const { orderId } = request;
    const entry = { action: 'update', entity: 'patient', entityId: null, orderId } as const;
    const saved = await audited(context, entry, (tx) => saveFacts(tx, context, request, names));
    if (!saved.ok) return saved;
    const { order, patientId } = saved.data;
    const who = await findPatient(context.store, patientId);
    return who ? done(await showFacts(needs, { order, who }, context)) : refused(Code.notFound);
  };
