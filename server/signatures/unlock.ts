import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { unlockSigning } from '../../contract/extension/signing.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { findStaffById } from '../accounts/accountQueries.ts';
import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { appendTrail } from '../trail/trail.ts';

export type UnlockNeeds = { passwords: Passwords; signInLimits: SignInLimits };
type Call = CallContext<StaffCaller> & { ip: string };

async function prove(
  { passwords, signInLimits }: UnlockNeeds,
  password: string,
  { by, store, ip }: Call,
): Promise<Outcome<true>> {
  const { hospitalId, id, sessionId } = by;
  const who = await findStaffById(store, id);
  if (who?.passwordHash === '') return refusedWith(Code.wrongPassword, 'signingNeedsPassword');
  const attempt = { hospitalId, account: `signing of ${id}`, ip, knownDevice: null };
  const admission = await signInLimits.admit(attempt, { puzzle: async () => true, code: null });
  if (!admission.admitted) {
    const { code, wording, data } = admission;
    if (code === Code.signInCodeRequired) return refusedWith(code, 'oldPasswordBlocked');
    return wording ? refusedWith(code, wording, data) : refused(code, data);
  }
  if (!who || !(await passwords.verify(who.passwordHash, password))) {
    await admission.failed();
    return refusedWith(Code.wrongPassword, 'passwordWrong');
  }
  await admission.succeeded();
  await store.run((tx) => tx.change(loginSession, { signingLocked: false }, eq(loginSession.id, sessionId)));
  return done(true);
}

/** Lets a person sign again after a check of the password. */
export const unlock =
  (needs: UnlockNeeds) =>
  async ({ password }: RequestOf<typeof unlockSigning>, context: Call): Promise<Outcome<true>> => {
    const { by, at, store } = context;
    const found = await prove(needs, password, context);
    const entry = { action: 'update', entity: 'session', entityId: by.sessionId, patientId: null } as const;
    const outcome = found.ok ? 'ok' : 'refused';
    await appendTrail(store, by, at, { ...entry, purpose: null, outcome, detail: { signing: true } });
    return found;
  };
