import { Code } from '../../contract/envelope.ts';
import { SmsScene, type updatePassword } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { Context } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById, findStaffByMobile, type StaffRow } from './accountQueries.ts';
import { UserType } from './caller.ts';
import { setOwnPassword } from './givenPassword.ts';
import { rememberDevice, removeOtherDevices } from './knownDevices.ts';
import { weaknessOf } from './passwordPolicy.ts';
import type { Passwords } from './passwords.ts';
import { hospitalNames } from './queries.ts';
import { endSessionsOf } from './sessions.ts';
import type { SignInLimits } from './signInLimits.ts';
import { checkCode, limitGuesses, requesterOf } from './smsCodes.ts';

export type CredentialNeeds = { passwords: Passwords; rates: Rates; signInLimits: SignInLimits; smsKey: string };

type OldPassword = Extract<RequestOf<typeof updatePassword>, { oldPassword: string }>;
type ByCode = Exclude<RequestOf<typeof updatePassword>, OldPassword>;

/** The session and the device that stay signed in after a change. */
type Kept = { keep: string | null; device: string | undefined };

/** What everybody at the hospital knows of this person. */
const namesOf = async ({ username, mobile, name, nameEn }: StaffRow, store: HospitalStore): Promise<string[]> => [
  ...[username, mobile, name, nameEn ?? ''],
  ...(await hospitalNames(store)),
];

/** Stores a new password and ends the person's other sessions; `keep` is the session that stays. */
async function storePassword(
  { id }: StaffRow,
  passwordHash: string,
  { keep, device }: Kept,
  { actor, at, store }: Context,
): Promise<void> {
  const holder = { userType: UserType.staff, userId: id };
  await store.run(async (tx) => {
    await setOwnPassword(tx, id, passwordHash);
    await endSessionsOf(tx, holder, keep, 'password changed', at);
    await removeOtherDevices(tx, holder, device);
    await rememberDevice(tx, holder, device, at);
    const entry = { action: 'update', entity: 'staff', entityId: id, patientId: null, purpose: null } as const;
    await appendTrail(tx, { ...actor, ...holder }, at, { ...entry, outcome: 'ok', detail: { changed: 'password' } });
  });
}

async function replacePassword(
  passwords: Passwords,
  { who, password, kept }: { who: StaffRow; password: string; kept: Kept },
  context: Context,
): Promise<Outcome<true>> {
  const weak = await weaknessOf(password, await namesOf(who, context.store));
  if (weak !== null) return refusedWith(Code.weakPassword, weak);
  if (who.mustChangePassword && (await passwords.verify(who.passwordHash, password)))
    return refusedWith(Code.weakPassword, 'passwordUnchanged');
  await storePassword(who, await passwords.hash(password), kept, context);
  return done(true);
}

async function byOldPassword(
  { passwords, signInLimits }: CredentialNeeds,
  { oldPassword, newPassword, device }: OldPassword,
  context: Context<'public'>,
): Promise<Outcome<true>> {
  const { by, hospitalId, ip, store } = context;
  if (by?.kind !== 'staff') return refused(Code.unauthorised);
  const who = await findStaffById(store, by.id);
  // A signed-in person needs no puzzle, but wrong passwords count towards the same limits.
  const attempt = { hospitalId, account: `old password of ${by.id}`, ip, knownDevice: null };
  const admission = await signInLimits.admit(attempt, { puzzle: async () => true, code: null });
  if (!admission.admitted) {
    const { code, wording, data } = admission;
    if (code === Code.signInCodeRequired) return refusedWith(code, 'oldPasswordBlocked');
    return wording ? refusedWith(code, wording, data) : refused(code, data);
  }
  if (!who || !(await passwords.verify(who.passwordHash, oldPassword))) {
    await admission.failed();
    return refusedWith(Code.wrongPassword, 'oldPasswordWrong');
  }
  await admission.succeeded();
  return replacePassword(passwords, { who, password: newPassword, kept: { keep: by.sessionId, device } }, context);
}

async function byCode(
  { passwords, rates, smsKey }: CredentialNeeds,
  { mobile, code, password, device }: ByCode,
  context: Context,
): Promise<Outcome<true>> {
  const { ip, at, store } = context;
  const scene = SmsScene.forgotPassword;
  const proof = { mobile, scene, requester: requesterOf(scene, context, device) };
  const checkTypedCode = (use: boolean) =>
    limitGuesses(rates, { ip, store, proof, at }, () =>
      store.run((tx) => checkCode(tx, smsKey, proof, { code, use }, at)),
    );
  const guessed = await checkTypedCode(false);
  const who = await findStaffByMobile(store, mobile);
  if (guessed !== null || !who) return refused(guessed ?? Code.smsCodeUnknown);
  const weak = await weaknessOf(password, await namesOf(who, store));
  if (weak !== null) return refusedWith(Code.weakPassword, weak);
  const wrong = await checkTypedCode(true);
  if (wrong !== null) return refused(wrong);
  return replacePassword(passwords, { who, password, kept: { keep: null, device } }, context);
}

/** Changes the password, which ends every other session of the person. */
export const changePassword =
  (needs: CredentialNeeds) =>
  (input: RequestOf<typeof updatePassword>, context: Context<'public'>): Promise<Outcome<true>> =>
    'oldPassword' in input ? byOldPassword(needs, input, context) : byCode(needs, input, context);
