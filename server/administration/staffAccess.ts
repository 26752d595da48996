import { eq } from 'drizzle-orm';
import type * as contract from '../../contract/extension/administration.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type ActorContext, type CallContext, UserType } from '../accounts/caller.ts';
import { changeDuty } from '../accounts/duty.ts';
import { given } from '../accounts/givenPassword.ts';
import { endSessionsOf } from '../accounts/sessions.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type AbsenceEffect, beginAbsence } from '../orders/absence.ts';
import { refusalOfPassword } from './policy.ts';
import { appendChange, findForChange, lockedPerson, recordChange, refusalOfLast } from './staffLock.ts';
import { runningOf } from './staffQueries.ts';

const holderOf = (userId: string) => ({ userType: UserType.staff, userId });

/**
 * Disables or enables an account. The right to operate the platform ends with it and does not return. Running consultations
 * stay with a disabled doctor, whose waiting orders go to others or are refunded; the answer says how many.
 */
export const switchStaff = (
  { id, version, disabled }: RequestOf<typeof contract.setStaffDisabled>,
  context: CallContext,
): Promise<Outcome<{ version: number; running: number; offered: number; refunded: number }>> =>
  context.store.attempt(async (tx) => {
    const { at } = context;
    const found = await findForChange(tx, context, { id, version });
    if (!found.ok) return found;
    const last = disabled ? await refusalOfLast(tx, found.data) : null;
    if (last) return last;
    const operatesPlatform = found.data.operatesPlatform && !disabled;
    await tx.change(staff, { disabled, operatesPlatform, version: version + 1 }, eq(staff.id, id));
    let absence: AbsenceEffect | null = null;
    if (disabled) {
      if (isDoctor(found.data)) {
        await changeDuty(tx, id, { state: 'away', source: 'person' }, at);
        if (!found.data.disabled) absence = await beginAbsence(tx, context, found.data, { why: 'disabled' });
      }
      await endSessionsOf(tx, holderOf(id), null, 'account disabled', at);
    }
    const lost = found.data.operatesPlatform && !operatesPlatform ? { operatesPlatform } : {};
    tx.announce({ type: 'person.changed', userId: id, part: 'account' });
    await recordChange(tx, context, 'update', id, { disabled, ...lost });
    const { offered = 0, refunded = 0 } = absence ?? {};
    return done({ version: version + 1, running: (await runningOf(tx, [id])).get(id) ?? 0, offered, refunded });
  });

/** Gives an account a password that its next sign-in must change. */
export async function givePassword(
  tx: Transaction,
  context: ActorContext,
  id: string,
  passwordHash: string,
): Promise<Outcome<{ id: string }>> {
  const { by, at } = context;
  const found = await findForChange(tx, context, { id });
  if (!found.ok) return found;
  const refusal = refusalOfPassword(found.data, by);
  if (refusal) return refusal;
  await tx.change(staff, given(passwordHash, at), eq(staff.id, id));
  await endSessionsOf(tx, holderOf(id), null, 'password changed', at);
  await recordChange(tx, context, 'update', id, { changed: ['password'] });
  return done({ id });
}

/** Ends every session of a member of staff, also of an operator of the platform: it gives nobody access. */
export const endStaffSessions = (
  { id }: RequestOf<typeof contract.endStaffSessions>,
  context: CallContext,
): Promise<Outcome<{ ended: number }>> =>
  context.store.attempt(async (tx) => {
    const found = await lockedPerson(tx, id);
    if (!found.ok) return found;
    const ended = await endSessionsOf(tx, holderOf(id), null, 'ended by an administrator', context.at);
    await appendChange(tx, context, 'update', id, { endedSessions: ended });
    return done({ ended });
  });
