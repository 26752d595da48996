import {
  createStaff,
  endStaffSessions,
  pageStaff,
  resetStaffPassword,
  setStaffDisabled,
  unlockStaff,
  updateStaff,
} from '../../contract/extension/administration.ts';
import { accountForm } from '../accounts/accountLookup.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import { runOnce } from '../db/idempotency.ts';
import { attempt, done, type Outcome } from '../db/outcome.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { type Context, route } from '../http/route.ts';
import { oneTimePassword } from './oneTimePassword.ts';
import { endSessionsOfStaff, givePassword, switchStaff } from './staffAccess.ts';
import { addStaff, changeStaff, findForChange, recordChange } from './staffChanges.ts';
import { readStaff } from './staffList.ts';

export type StaffNeeds = {
  uow: UnitOfWork;
  passwords: Passwords;
  signInLimits: SignInLimits;
  /** From which the one-time passwords follow. */
  passwordSecret: string;
};

type AdministratorContext = Context<'administrator'>;

const changeBy = ({ actor, now }: AdministratorContext) => ({ actor, at: now });

/** The staff of a hospital: accounts, roles, and access to them. */
export function staffRoutes({ uow, passwords, signInLimits, passwordSecret }: StaffNeeds) {
  /** Runs `work` once for a request and answers with the password that follows from the request. */
  async function withPassword<Input extends { clientRequestId: string }>(
    name: string,
    input: Input,
    context: AdministratorContext,
    work: (tx: Transaction, passwordHash: string) => Promise<Outcome<{ id: string }>>,
  ): Promise<Outcome<{ id: string; password: string }>> {
    const { user, tenantId, now: at } = context;
    const { clientRequestId } = input;
    const password = oneTimePassword(passwordSecret, `${tenantId}:${user.id}:${name}:${clientRequestId}`);
    const passwordHash = await passwords.hash(password);
    const once = { userId: user.id, key: `${name}:${clientRequestId}`, operation: name, at, content: input };
    const outcome = await attempt(uow, tenantId, (tx) => runOnce(tx, once, () => work(tx, passwordHash)));
    return outcome.ok ? done({ id: outcome.data.id, password }) : outcome;
  }

  return [
    route(pageStaff)(async (request, { tenantId, language, now: at }) =>
      done(await readStaff(uow.read(tenantId), request, { language, at })),
    ),

    route(createStaff)((input, context) =>
      withPassword('createStaff', input, context, (tx, hash) => {
        const { clientRequestId: _, ...fields } = input;
        return addStaff(tx, fields, hash, changeBy(context));
      }),
    ),

    route(updateStaff)((input, context) =>
      attempt(uow, context.tenantId, (tx) => changeStaff(tx, input, changeBy(context))),
    ),

    route(setStaffDisabled)((input, context) =>
      attempt(uow, context.tenantId, (tx) => switchStaff(tx, input, changeBy(context))),
    ),

    route(resetStaffPassword)((input, context) =>
      withPassword('resetStaffPassword', input, context, (tx, hash) =>
        givePassword(tx, input.id, hash, changeBy(context)),
      ),
    ),

    route(unlockStaff)(async ({ id }, context) => {
      const { tenantId } = context;
      const found = await attempt(uow, tenantId, async (tx) => {
        const person = await findForChange(tx, { id }, changeBy(context));
        if (person.ok) await recordChange(tx, changeBy(context), 'update', id, { unlocked: true });
        return person;
      });
      if (!found.ok) return found;
      await signInLimits.unlock({ tenantId, account: accountForm(found.data.username) });
      return done(true as const);
    }),

    route(endStaffSessions)(({ id }, context) =>
      attempt(uow, context.tenantId, (tx) => endSessionsOfStaff(tx, id, changeBy(context))),
    ),
  ];
}
