import { and, eq, gt } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { StaffRow } from './accountQueries.ts';

/** A password that somebody else gave opens one session, within this time. */
export const givenPasswordMs = 72 * 3_600_000;

/** The columns of an account whose password somebody else gives at this time. */
export const given = (passwordHash: string, at: number) => ({
  passwordHash,
  mustChangePassword: true,
  passwordGivenTime: at,
  passwordUsed: false,
});

/** Gives an account the password that its owner chose. */
export const setOwnPassword = (tx: Transaction, id: string, passwordHash: string) =>
  tx.change(
    staff,
    { passwordHash, mustChangePassword: false, passwordGivenTime: null, passwordUsed: false },
    eq(staff.id, id),
  );

/** Lets passwords that were given by a clock that was ahead have been given now. */
export async function shortenGivenPasswords(db: Database, at: number): Promise<void> {
  const isGivenAhead = gt(staff.passwordGivenTime, at + skewMs);
  await platformWide(db).update(staff).set({ passwordGivenTime: at }).where(isGivenAhead);
}

/**
 * Uses up the password of an account if somebody else gave it; false when it was used before or its time is over. An own
 * password is always usable. Of two sign-ins at once one is first.
 */
export async function spendPassword(tx: Transaction, who: StaffRow, at: number): Promise<boolean> {
  if (!who.mustChangePassword) return true;
  const since = who.passwordGivenTime ?? 0;
  // A clock that was set back must not prolong it.
  if (Math.abs(at - since) > givenPasswordMs) return false;
  const unused = and(eq(staff.id, who.id), eq(staff.passwordUsed, false), eq(staff.passwordHash, who.passwordHash));
  return (await tx.change(staff, { passwordUsed: true }, unused)).length > 0;
}
