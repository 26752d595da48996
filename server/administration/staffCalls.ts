import type * as contract from '../../contract/extension/administration.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { accountForm } from '../accounts/accountQueries.ts';
import type { CallContext } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { oneTimePassword } from './oneTimePassword.ts';
import { givePassword } from './staffAccess.ts';
import { addStaff } from './staffChanges.ts';
import { findForChange, recordChange } from './staffLock.ts';

export type StaffNeeds = {
  passwords: Passwords;
  signInLimits: SignInLimits;
  /** The secret from which one-time passwords are derived. */
  passwordSecret: string;
};

/** Runs `work` once for a request and answers with the password that follows from the request. */
async function withPassword<Input extends { clientRequestId: string }>(
  { passwords, passwordSecret }: StaffNeeds,
  { name, input, context }: { name: string; input: Input; context: CallContext },
  work: (tx: Transaction, passwordHash: string) => Promise<Outcome<{ id: string }>>,
): Promise<Outcome<{ id: string; password: string }>> {
  const { by, at, store } = context;
  const { clientRequestId } = input;
  const password = oneTimePassword(passwordSecret, `${store.hospitalId}:${by.id}:${name}:${clientRequestId}`);
  const passwordHash = await passwords.hash(password);
  const once = { userId: by.id, key: `${name}:${clientRequestId}`, operation: name, at, content: input };
  const outcome = await store.attempt((tx) => runOnce(tx, once, () => work(tx, passwordHash)));
  return outcome.ok ? done({ id: outcome.data.id, password }) : outcome;
}

/** Creates an account. */
export const createStaff =
  (needs: StaffNeeds) => (input: RequestOf<typeof contract.createStaff>, context: CallContext) =>
    withPassword(needs, { name: 'createStaff', input, context }, (tx, hash) => {
      const { clientRequestId: _, ...fields } = input;
      return addStaff(tx, context, fields, hash);
    });

/** Gives a member of staff a new password for one sign-in. */
export const resetStaffPassword =
  (needs: StaffNeeds) => (input: RequestOf<typeof contract.resetStaffPassword>, context: CallContext) =>
    withPassword(needs, { name: 'resetStaffPassword', input, context }, (tx, hash) =>
      givePassword(tx, context, input.id, hash),
    );

/** Unlocks an account: its wrong passwords no longer count. */
export const unlockStaff =
  ({ signInLimits }: StaffNeeds) =>
  async ({ id }: RequestOf<typeof contract.unlockStaff>, context: CallContext): Promise<Outcome<true>> => {
    const { store } = context;
    const found = await store.attempt(async (tx) => {
      const person = await findForChange(tx, context, { id });
      if (person.ok) await recordChange(tx, context, 'update', id, { unlocked: true });
      return person;
    });
    if (!found.ok) return found;
    await signInLimits.unlock({ hospitalId: store.hospitalId, account: accountForm(found.data.username) });
    return done(true);
  };
