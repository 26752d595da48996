import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { GrowthCurve } from '../../clinical/measures/growth.ts';
import { contradicts, endsFact, type FactValue, isSameSubject, weekNow } from '../../clinical/patientFacts.ts';
import { Code } from '../../contract/envelope.ts';
import type { savePatientFacts } from '../../contract/extension/facts.ts';
import { limits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient, patientFact } from '../db/schema/patients.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceFacts } from '../patients/announceFacts.ts';
import { currentFacts } from '../patients/currentFacts.ts';
import { doubtText, measureDoubt } from '../patients/measureDoubt.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { type FactNeeds, type Facts, readFacts } from './readFacts.ts';

type Request = RequestOf<typeof savePatientFacts>;
type Change = Request['changes'][number];
type Decision = Extract<Change, { op: 'keep' | 'renew' }>;
type FactRow = typeof patientFact.$inferSelect;

type Names = Pick<Step, 'isCode' | 'isGeneric' | 'growth'>;

type Step = {
  tx: Transaction;
  context: StaffContext;
  order: typeof consultOrder.$inferSelect;
  isCode: (code: string) => boolean;
  isGeneric: (code: string) => boolean;
  growth: readonly GrowthCurve[];
  who: typeof patient.$inferSelect;
};

/** Ends current statements; the rows stay as history. */
const end = ({ tx, context: { by, at } }: Step, rows: readonly FactRow[], reason: string | null) =>
  rows.length === 0
    ? null
    : tx.change(
        patientFact,
        { endTime: at, endedBy: by.id, endReason: reason },
        and(
          inArray(
            patientFact.id,
            rows.map(({ id }) => id),
          ),
          isNull(patientFact.endTime),
        ),
      );

/** Stores a statement that this doctor confirms. */
const addConfirmed = ({ tx, context: { by, at }, order }: Step, stated: Pick<FactRow, 'value' | 'origin'>) =>
  tx.add(patientFact, {
    ...stated,
    staffId: by.id,
    patientId: order.patientId,
    orderId: order.id,
    confirmed: true,
    confirmedBy: by.id,
    confirmTime: at,
    createTime: at,
  });

/** After this time the same answer is one to a new question, not a repeated request. */
const sameAnswerMs = 60_000;

/** Whether an equal answer is today's: pregnancy and contraception are asked anew for each prescription that needs them. */
const isAskedAgain = ({ value: { kind }, createTime, confirmTime }: FactRow, { context: { at } }: Step) =>
  (kind === 'pregnancy' || kind === 'contraception') && at - (confirmTime ?? createTime) >= sameAnswerMs;

async function add(
  step: Step,
  { value, origin, confirmedImplausible }: Extract<Change, { op: 'add' }>,
): Promise<Outcome<null>> {
  const { tx, order } = step;
  const isUnknown =
    (value.kind === 'allergy' && value.code !== null && !step.isCode(value.code)) ||
    (value.kind === 'medicine' && value.genericCode !== null && !step.isGeneric(value.genericCode));
  if (isUnknown) return refused(Code.badRequest, { field: 'changes.code' });
  const current = await currentFacts(tx, order.patientId);
  if (current.some((row) => contradicts(value, row.value)))
    return refusedWith(Code.badRequest, 'allergyRecorded', { field: 'changes.noKnownAllergy' });
  if (current.some((row) => row.confirmed && isDeepStrictEqual(row.value, value) && !isAskedAgain(row, step)))
    return done(null);
  const judged = judgeMeasure(step, value, current, confirmedImplausible === true);
  if (!judged.ok) return judged;
  await end(
    step,
    current.filter((row) => endsFact(value, row.value)),
    null,
  );
  await addConfirmed(step, { value: judged.data, origin });
  return done(null);
}

/** A measure without a mark that the caller set. */
const unmarked = (value: Extract<FactValue, { kind: 'weight' | 'height' }>): FactValue =>
  value.kind === 'weight' ? { kind: 'weight', kg: value.kg } : { kind: 'height', cm: value.cm };

/** The value as it is stored: marked if it is implausible and the doctor said that it is right, else refused. */
function judgeMeasure(
  { who, growth, context: { at } }: Step,
  value: FactValue,
  current: readonly FactRow[],
  isConfirmed: boolean,
): Outcome<FactValue> {
  if (value.kind !== 'weight' && value.kind !== 'height') return done(value);
  const doubt = measureDoubt(value, who, current, at, growth);
  if (!doubt) return done(unmarked(value));
  if (!isConfirmed) return refused(Code.implausibleMeasure, { ...doubt, text: doubtText(doubt, who, at) });
  return done({ ...value, implausible: true });
}

/** The statement with its code; null if the code is of another kind. */
function withCode(value: FactValue, code: string, { isCode, isGeneric }: Step): FactValue | null {
  if (value.kind === 'allergy' && isCode(code)) return { ...value, code };
  return value.kind === 'medicine' && isGeneric(code) ? { ...value, genericCode: code } : null;
}

async function confirm(
  step: Step,
  { id, code, confirmedImplausible }: Extract<Change, { op: 'confirm' }>,
): Promise<Outcome<null>> {
  const {
    tx,
    context: { by, at },
    order,
  } = step;
  const row = await tx.first(patientFact, eq(patientFact.id, id), eq(patientFact.patientId, order.patientId));
  if (!row || row.endTime !== null) return refused(Code.notFound);
  const coded = code === undefined ? row.value : withCode(row.value, code, step);
  if (coded === null) return refused(Code.badRequest, { field: 'changes.code' });
  const others = (await currentFacts(tx, order.patientId)).filter((one) => one.id !== id);
  const judged = judgeMeasure(step, coded, others, confirmedImplausible === true);
  if (!judged.ok) return judged;
  const value = judged.data;
  if (others.some((one) => contradicts(value, one.value)))
    return refusedWith(Code.badRequest, 'allergyRecorded', { field: 'changes.noKnownAllergy' });
  await end(
    step,
    others.filter((one) => endsFact(value, one.value)),
    null,
  );
  const isRecoded = row.confirmed && !isDeepStrictEqual(row.value, value);
  if (isRecoded) {
    await end(step, [row], null);
    await addConfirmed(step, { value, origin: row.origin });
    return done(null);
  }
  await tx.change(patientFact, { value, confirmed: true, confirmedBy: by.id, confirmTime: at }, eq(patientFact.id, id));
  return done(null);
}

/** A statement of a patient that a doctor decided not to take over. */
const isOverruled = (kept: FactValue, { confirmed, value }: FactRow) =>
  !confirmed && (isSameSubject(kept, value) || endsFact(kept, value) || contradicts(kept, value));

/** The row of this patient that a doctor confirmed and that still holds; null if there is none. */
async function findConfirmed({ tx, order }: Step, id: string): Promise<FactRow | null> {
  const row = await tx.first(patientFact, eq(patientFact.id, id), eq(patientFact.patientId, order.patientId));
  return row?.confirmed && row.endTime === null ? row : null;
}

/** Keeps what was confirmed, with its date, and ends what the patient stated against it. */
async function keep(step: Step, { id }: Decision): Promise<Outcome<null>> {
  const row = await findConfirmed(step, id);
  if (!row) return refused(Code.notFound);
  const others = (await currentFacts(step.tx, row.patientId)).filter((one) => isOverruled(row.value, one));
  await end(step, others, null);
  return done(null);
}

/** Confirms today what was confirmed before; a pregnancy's week is that of today. */
async function renew(step: Step, { id }: Decision): Promise<Outcome<null>> {
  const row = await findConfirmed(step, id);
  if (!row) return refused(Code.notFound);
  const { value, createTime, origin } = row;
  const week =
    value.kind === 'pregnancy' && value.week !== null ? weekNow(value.week, createTime, step.context.at) : null;
  const others = (await currentFacts(step.tx, row.patientId)).filter((one) => isOverruled(value, one));
  await end(step, [row, ...others], null);
  await addConfirmed(step, { value: value.kind === 'pregnancy' ? { ...value, week } : value, origin });
  return done(null);
}

async function withdraw(step: Step, { id, reason }: Extract<Change, { op: 'withdraw' }>): Promise<Outcome<null>> {
  const row = await step.tx.first(patientFact, eq(patientFact.id, id), eq(patientFact.patientId, step.order.patientId));
  if (!row) return refused(Code.notFound);
  await end(step, [row], reason);
  return done(null);
}

const apply = (step: Step, change: Change): Promise<Outcome<null>> => {
  switch (change.op) {
    case 'add':
      return add(step, change);
    case 'confirm':
      return confirm(step, change);
    case 'keep':
      return keep(step, change);
    case 'renew':
      return renew(step, change);
    case 'withdraw':
      return withdraw(step, change);
  }
};

const isHeight = (change: Change) => change.op === 'add' && change.value.kind === 'height';

/** Heights come first, because a height decides about the unit of a weight in the same request. */
const heightsFirst = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => Number(isHeight(b)) - Number(isHeight(a)));

async function saveFacts(
  tx: Transaction,
  context: StaffContext,
  request: Request,
  { isCode, isGeneric, growth }: Names,
) {
  const { by, at } = context;
  const order = await tx.first(consultOrder, eq(consultOrder.id, request.orderId));
  if (!order || order.doctorId !== by.id) return refused(Code.notFound);
  if (order.status !== OrderStatus.active) return refused(Code.orderStatusRefused, { status: order.status });
  // The patient's row is locked, so that two consultations of one patient change it one after the other.
  const who = await tx.locked(patient, eq(patient.id, order.patientId));
  if (!who) return refused(Code.notFound);
  for (const change of heightsFirst(request.changes)) {
    const outcome = await apply({ tx, context, order, isCode, isGeneric, growth, who }, change);
    if (!outcome.ok) return outcome;
  }
  const isAdding = request.changes.some(({ op }) => op === 'add');
  if (isAdding && (await currentFacts(tx, who.id)).length > limits.currentFacts)
    return refusedWith(Code.badRequest, 'tooManyFacts');
  const kinds = request.changes.map((change) => (change.op === 'add' ? `add ${change.value.kind}` : change.op));
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
  ({ nameOf, allergens, names }: FactNeeds & { names: Names }) =>
  async (request: Request, context: CallContext): Promise<Outcome<Facts>> => {
    const { at, store, language } = context;
    const { orderId } = request;
    const entry = { action: 'update', entity: 'patient', entityId: null, orderId } as const;
    const saved = await audited(context, entry, (tx) => saveFacts(tx, context, request, names));
    if (!saved.ok) return saved;
    const who = await store.first(patient, eq(patient.id, saved.data.patientId));
    if (!who) return refused(Code.notFound);
    const reader = { language, at, nameOf, names: await allergens.namesFor(store) };
    return done(await readFacts(store, saved.data.order, who, reader));
  };
