import { and, eq, ne, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { findStaffById, type StaffRow } from '../accounts/accountQueries.ts';
import type { ActorContext } from '../accounts/caller.ts';
import { announceList } from '../db/announceList.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';

/** Changes of a hospital's staff wait for each other, so that names stay unique and one administrator always remains. */
export const lockStaff = (tx: Transaction) =>
  tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`staff of ${tx.hospitalId}`}))`);

type Change = readonly ['create' | 'update', entityId: string, detail: Record<string, unknown>];

/** Leaves a row on the trail about a member of staff: the names of the changed fields, not their content. */
export const appendChange = (tx: Transaction, { by, at }: ActorContext, ...[action, entityId, detail]: Change) =>
  appendTrail(tx, by, at, {
    action,
    entity: 'staff',
    entityId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail,
  });

/** The same for a change that the list of people shows. */
export async function recordChange(tx: Transaction, context: ActorContext, ...change: Change) {
  await announceList(tx, 'people');
  return appendChange(tx, context, ...change);
}

/** Refuses what would leave the hospital without an enabled administrator. */
export async function refusalOfLast(tx: Transaction, { id, isAdministrator, disabled }: StaffRow) {
  if (!isAdministrator || disabled) return null;
  const others = and(eq(staff.isAdministrator, true), eq(staff.disabled, false), ne(staff.id, id));
  return (await tx.count(staff, others)) === 0 ? refusedWith(Code.administrationRefused, 'lastAdministrator') : null;
}

/** The person, whom nobody else changes until the transaction ends. */
export async function lockedPerson(tx: Transaction, id: string): Promise<Outcome<StaffRow>> {
  await lockStaff(tx);
  const found = await tx.locked(staff, eq(staff.id, id));
  return found ? done(found) : refused(Code.notFound);
}

/**
 * The person in the version that the administrator saw, or why it cannot be changed. A new password, mobile number or role,
 * forgotten wrong passwords and a disabled account would give or take an operator's rights, which only operators may.
 */
export async function findForChange(
  tx: Transaction,
  { by }: Pick<ActorContext, 'by'>,
  { id, version }: { id: string; version?: number },
): Promise<Outcome<StaffRow>> {
  const found = await lockedPerson(tx, id);
  if (!found.ok) return found;
  const isOperator = async () => (await findStaffById(tx, by.userId ?? ''))?.operatesPlatform === true;
  if (found.data.operatesPlatform && !(await isOperator()))
    return refusedWith(Code.administrationRefused, 'operatorAccount');
  return version === undefined || found.data.version === version ? found : refused(Code.administrationChanged);
}
