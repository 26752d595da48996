import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { Duty, DutyState, setDuty } from '../../contract/extension/duty.ts';
import type { putAwayMessage } from '../../contract/extension/serviceSetup.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { doctorsOnly } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { findStaffById, type StaffRow } from './accountQueries.ts';
import type { CallContext } from './caller.ts';

export const dutyOf = ({ dutyState, dutyMessage, dutySource, dutyTime }: StaffRow): Duty => ({
  state: dutyState,
  message: dutyMessage,
  source: dutySource,
  time: dutyTime,
});

/** A doctor on duty is shown to patients as available, even while busy. */
export const isOnDuty = ({ dutyState }: Pick<StaffRow, 'dutyState'>): boolean => dutyState !== 'away';

type DutyChange = {
  readonly state: DutyState;
  readonly message?: string | undefined;
  readonly source: Duty['source'];
};

/**
 * Sets a doctor's duty state and announces it, unless it is the current one; null without such a doctor. An absence without
 * a message shows the doctor's away message.
 */
export async function changeDuty(
  tx: Transaction,
  doctorId: string,
  { state, message: own = '', source }: DutyChange,
  at: number,
): Promise<Duty | null> {
  const who = await tx.locked(staff, eq(staff.id, doctorId), doctorsOnly);
  if (!who) return null;
  const message = own === '' && state === 'away' ? who.awayMessage : own;
  if (who.dutyState === state && who.dutyMessage === message && who.dutySource === source) return dutyOf(who);
  await tx.change(
    staff,
    { dutyState: state, dutyMessage: message, dutySource: source, dutyTime: at },
    eq(staff.id, doctorId),
  );
  tx.announce({ type: 'duty.changed', doctorId, state, message, source });
  return { state, message, source, time: at };
}

/**
 * Sets the duty state of a doctor whose planned hours have begun or ended; true if it changed. A state that fits already,
 * such as `busy` in planned hours, stays with its message.
 */
export async function followPlan(tx: Transaction, doctorId: string, isOn: boolean, at: number): Promise<boolean> {
  const who = await tx.locked(staff, eq(staff.id, doctorId), doctorsOnly);
  if (!who || isOnDuty(who) === isOn) return false;
  await changeDuty(tx, doctorId, { state: isOn ? 'online' : 'away', source: 'schedule' }, at);
  return true;
}

/** Stores the away message. A current absence that shows the earlier one shows the new one at once. */
async function changeAwayMessage(tx: Transaction, doctorId: string, awayMessage: string, at: number): Promise<void> {
  const who = await tx.locked(staff, eq(staff.id, doctorId));
  await tx.change(staff, { awayMessage }, eq(staff.id, doctorId));
  tx.announce({ type: 'own.changed', staffIds: [doctorId], part: 'away' });
  if (who?.dutyState === 'away' && who.dutyMessage === who.awayMessage)
    await changeDuty(tx, doctorId, { state: 'away', source: who.dutySource }, at);
}

/** A doctor's own duty state. */
export async function readDuty(_: unknown, { by, store }: CallContext): Promise<Outcome<Duty>> {
  const who = await findStaffById(store, by.id);
  return who ? done(dutyOf(who)) : refused(Code.unauthorised);
}

export async function storeDuty(
  { state, message }: RequestOf<typeof setDuty>,
  { by, at, store }: CallContext,
): Promise<Outcome<Duty>> {
  const change = { state, message: message?.trim(), source: 'person' } as const;
  const duty = await store.run((tx) => changeDuty(tx, by.id, change, at));
  return duty ? done(duty) : refused(Code.unauthorised);
}

/** The message that patients read while the doctor is away. */
export async function readAwayMessage(_: unknown, { by, store }: CallContext): Promise<Outcome<{ message: string }>> {
  const who = await findStaffById(store, by.id);
  return who ? done({ message: who.awayMessage }) : refused(Code.unauthorised);
}

export async function storeAwayMessage(
  { message }: RequestOf<typeof putAwayMessage>,
  { by, at, store }: CallContext,
): Promise<Outcome<true>> {
  await store.run((tx) => changeAwayMessage(tx, by.id, message.trim(), at));
  return done(true);
}
