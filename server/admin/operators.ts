import { eq } from 'drizzle-orm';
import { UserType } from '../accounts/caller.ts';
import { endSessionsOf } from '../accounts/sessions.ts';
import { lockStaff, recordChange } from '../administration/staffLock.ts';
import { staff } from '../db/schema/staff.ts';
import { findAccount } from './accounts.ts';
import { failure, printable, type Result, readAccount } from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';

const refusals = {
  role: 'Only an enabled administrator can operate the platform.',
  password: 'Somebody else chose the password of this account. Let its owner log in and change it first.',
} as const;

/**
 * Gives an administrator the right to manage all hospitals, or takes it back. Either ends the sessions of the account: they
 * were opened with other rights.
 */
const setOperator =
  (allowed: boolean) =>
  async (needs: CommandNeeds, [typed = '', ...more]: readonly string[]): Promise<Result> => {
    if (typed === '' || more.length > 0) return failure('Name one account, or <hospital id>/<account>.');
    const found = await findAccount(needs.db, readAccount(typed));
    if ('lines' in found) return found;
    const { id, tenantId: hospitalId } = found.who;
    const context = contextOf(needs, hospitalId);
    const refusal = await context.store.run(async (tx) => {
      // A reset of the password waits, so that its result is seen here.
      await lockStaff(tx);
      const who = await tx.locked(staff, eq(staff.id, id));
      if (allowed && (!who?.isAdministrator || who.disabled)) return refusals.role;
      if (allowed && who?.mustChangePassword) return refusals.password;
      await tx.change(staff, { operatesPlatform: allowed }, eq(staff.id, id));
      await endSessionsOf(tx, { userType: UserType.staff, userId: id }, null, 'rights changed', context.at);
      tx.announce({ type: 'person.changed', userId: id, part: 'account' });
      await recordChange(tx, context, 'update', id, { operatesPlatform: allowed });
      return null;
    });
    if (refusal !== null) return failure(refusal);
    const { name, nameEn, username, mobile } = found.who;
    const person = `${nameEn || name} (${username})`;
    const lines = allowed
      ? [
          `${person} can manage all hospitals after the next login, under Administration.`,
          `Make sure that the mobile number ${mobile} is theirs: a code to it sets a new password.`,
        ]
      : [`${person} can no longer manage the hospitals of the platform.`];
    return { ok: true, lines: lines.map(printable) };
  };

const commands: Readonly<Record<string, (needs: CommandNeeds, args: readonly string[]) => Promise<Result>>> = {
  operator: setOperator(true),
  'no-operator': setOperator(false),
};

export const operatorCommands: readonly string[] = Object.keys(commands);

/** Runs a command about who operates the platform in the workstation; null for any other command. */
export const runOperatorCommand = (
  needs: CommandNeeds,
  [name = '', ...args]: readonly string[],
): Promise<Result> | null => (Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null);
