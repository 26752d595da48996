import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { contradicts, endsFact, weekNow } from '../../clinical/facts/patientFacts.ts';
import { Code } from '../../contract/envelope.ts';
import type { savePatientFacts } from '../../contract/extension/facts.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { patientFact } from '../db/schema/patients.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { currentFacts } from '../patients/queries.ts';
import {
  type FactRow,
  hasUnknownCode,
  isAskedAgain,
  isOverruled,
  judgeMeasure,
  type KnownNames,
  type OrderRow,
  type PatientRow,
  withCode,
} from './policy.ts';

export type FactChange = RequestOf<typeof savePatientFacts>['changes'][number];
type Change<Op extends FactChange['op']> = Extract<FactChange, { op: Op }>;
type Done = Promise<Outcome<null>>;

/** A change of a patient's statements, in a consultation of the doctor who makes it. */
export type Step = { tx: Transaction; context: StaffContext; order: OrderRow; who: PatientRow; names: KnownNames };

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

const measuredIn = ({ who, names: { growth }, context: { at } }: Step, current: readonly FactRow[]) => ({
  who,
  current,
  growth,
  at,
});

/** States something new, and ends what it replaces. */
async function add(step: Step, { value, origin, confirmedImplausible }: Change<'add'>): Done {
  if (hasUnknownCode(value, step.names)) return refused(Code.badRequest, { field: 'changes.code' });
  const current = await currentFacts(step.tx, step.order.patientId);
  if (current.some((row) => contradicts(value, row.value)))
    return refusedWith(Code.badRequest, 'allergyRecorded', { field: 'changes.noKnownAllergy' });
  const { at } = step.context;
  const ended = current.filter((row) => endsFact(value, row.value));
  const isKnown = (row: FactRow) => row.confirmed && isDeepStrictEqual(row.value, value) && !isAskedAgain(row, at);
  if (current.some(isKnown) && ended.every(isKnown)) return done(null);
  const judged = judgeMeasure(value, measuredIn(step, current), confirmedImplausible === true);
  if (!judged.ok) return judged;
  await end(step, ended, null);
  await addConfirmed(step, { value: judged.data, origin });
  return done(null);
}

const findOwn = ({ tx, order }: Step, id: string): Promise<FactRow | null> =>
  tx.first(patientFact, eq(patientFact.id, id), eq(patientFact.patientId, order.patientId));

/** Confirms a statement, with a code for its words if one is given. */
async function confirm(step: Step, { id, code, confirmedImplausible }: Change<'confirm'>): Done {
  const { tx, context, order, names } = step;
  const row = await findOwn(step, id);
  if (!row || row.endTime !== null) return refused(Code.notFound);
  const coded = code === undefined ? row.value : withCode(row.value, code, names);
  if (coded === null) return refused(Code.badRequest, { field: 'changes.code' });
  const others = (await currentFacts(tx, order.patientId)).filter((one) => one.id !== id);
  const judged = judgeMeasure(coded, measuredIn(step, others), confirmedImplausible === true);
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
  const confirmed = { value, confirmed: true, confirmedBy: context.by.id, confirmTime: context.at };
  await tx.change(patientFact, confirmed, eq(patientFact.id, id));
  return done(null);
}

/** The row of this patient that a doctor confirmed and that still holds; null if there is none. */
async function findConfirmed(step: Step, id: string): Promise<FactRow | null> {
  const row = await findOwn(step, id);
  return row?.confirmed && row.endTime === null ? row : null;
}

/** Keeps what was confirmed, with its date, and ends what the patient stated against it. */
async function keep(step: Step, { id }: Change<'keep' | 'renew'>): Done {
  const row = await findConfirmed(step, id);
  if (!row) return refused(Code.notFound);
  const others = (await currentFacts(step.tx, row.patientId)).filter((one) => isOverruled(row.value, one));
  await end(step, others, null);
  return done(null);
}

/** Confirms today what was confirmed before; a pregnancy's week is that of today. */
async function renew(step: Step, { id }: Change<'keep' | 'renew'>): Done {
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

async function withdraw(step: Step, { id, reason }: Change<'withdraw'>): Done {
  const row = await findOwn(step, id);
  if (!row) return refused(Code.notFound);
  await end(step, [row], reason);
  return done(null);
}

/** Makes one change. */
export const applyChange = (step: Step, change: FactChange): Done => {
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
