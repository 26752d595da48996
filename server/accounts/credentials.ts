import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { checkMobileCode, resetMobile } from '../../contract/http/account.ts';
import { SmsScene, type updatePassword } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Context } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById, findStaffByMobile, type StaffRow, setPassword } from './accountLookup.ts';
import { UserType } from './caller.ts';
import { redeemTicket, storeTicket } from './captchaTickets.ts';
import { rememberDevice, removeOtherDevices } from './knownDevices.ts';
import { weaknessOf } from './passwordPolicy.ts';
import type { Passwords } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import type { SignInLimits } from './signInLimits.ts';
import { checkCode, limitGuesses, requesterOf } from './smsCodes.ts';
import { newSecret } from './tokens.ts';

export type CredentialNeeds = {
  passwords: Passwords;
  rates: Rates;
  signInLimits: SignInLimits;
  smsKey: string;
};

type OldPassword = Extract<RequestOf<typeof updatePassword>, { oldPassword: string }>;
type Call = Context<'staff'>;
type ByCode = Exclude<RequestOf<typeof updatePassword>, OldPassword>;

/** Changes of password and phone. Each ends every other session of the person. */
export function createCredentials({ passwords, rates, signInLimits, smsKey }: CredentialNeeds) {
  /** What everybody at the hospital knows of this person. */
  async function namesOf({ username, mobile, name, nameEn }: StaffRow, { db, tenantId }: Tenanted): Promise<string[]> {
    const [hospital] = await db.select().from(tenant).where(eq(tenant.id, tenantId));
    return [username, mobile, name, nameEn ?? '', ...(hospital ? [hospital.name, hospital.nameEn ?? ''] : [])];
  }

  async function replacePassword(
    who: StaffRow,
    password: string,
    { keep, device }: { keep: string | null; device: string | undefined },
    context: Context,
  ): Promise<Outcome<true>> {
    const weak = await weaknessOf(password, await namesOf(who, context.store));
    if (weak !== null) return refusedWith(Code.weakPassword, weak);
    if (who.mustChangePassword && (await passwords.verify(who.passwordHash, password)))
      return refusedWith(Code.weakPassword, 'passwordUnchanged');
    const hashed = await passwords.hash(password);
    const { actor, at, store } = context;
    await store.run(async (tx) => {
      const holder = { userType: UserType.staff, userId: who.id };
      await setPassword(tx, who.id, hashed);
      await endSessionsOf(tx, holder, keep, 'password changed', at);
      await removeOtherDevices(tx, holder, device);
      await rememberDevice(tx, holder, device, at);
      const entry = { action: 'update', entity: 'staff', entityId: who.id, patientId: null, purpose: null } as const;
      await appendTrail(tx, { ...actor, ...holder }, at, { ...entry, outcome: 'ok', detail: { changed: 'password' } });
    });
    return done(true);
  }

  async function byOldPassword(
    { oldPassword, newPassword, device }: OldPassword,
    context: Context<'public'>,
  ): Promise<Outcome<true>> {
    const { by, tenantId, ip, store } = context;
    if (by?.kind !== 'staff') return refused(Code.unauthorised);
    const who = await findStaffById(store, by.id);
    // A signed-in person needs no puzzle, but wrong passwords count towards the same limits.
    const attempt = { tenantId, account: `old password of ${by.id}`, ip, knownDevice: null };
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
    return replacePassword(who, newPassword, { keep: by.sessionId, device }, context);
  }

  async function byCode({ mobile, code, password, device }: ByCode, context: Context): Promise<Outcome<true>> {
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
    return wrong === null ? replacePassword(who, password, { keep: null, device }, context) : refused(wrong);
  }

  return {
    updatePassword: (input: RequestOf<typeof updatePassword>, context: Context<'public'>) =>
      'oldPassword' in input ? byOldPassword(input, context) : byCode(input, context),

    async checkMobileCode({ mobile, code }: RequestOf<typeof checkMobileCode>, context: Call) {
      const { by, at, store } = context;
      const who = await findStaffById(store, by.id);
      if (!who || (mobile !== undefined && mobile !== who.mobile)) return refused(Code.smsCodeUnknown);
      const scene = SmsScene.changeMobile;
      const proof = { mobile: who.mobile, scene, requester: requesterOf(scene, context, undefined) };
      const changeToken = newSecret();
      const wrong = await store.run(async (tx) => {
        const why = await checkCode(tx, smsKey, proof, { code, use: true }, at);
        if (why === null) await storeTicket(tx, 'mobile', by.id, changeToken, at);
        return why;
      });
      return wrong === null ? done({ changeToken }) : refused(wrong);
    },

    async resetMobile({ mobile, code, changeToken }: RequestOf<typeof resetMobile>, context: Call) {
      const { by, at, store } = context;
      const scene = SmsScene.changeMobile;
      const proof = { mobile, scene, requester: requesterOf(scene, context, undefined) };
      const wrong = await store.run((tx) => checkCode(tx, smsKey, proof, { code, use: false }, at));
      if (wrong !== null) return refused(wrong);
      if (await findStaffByMobile(store, mobile))
        return refusedWith(Code.badRequest, 'mobileTaken', { field: 'mobile' });
      const allowed = changeToken !== undefined && (await redeemTicket(store, 'mobile', by.id, changeToken, at));
      if (!allowed) return refused(Code.changeTokenUnknown);
      return store.run(async (tx) => {
        const why = await checkCode(tx, smsKey, proof, { code, use: true }, at);
        if (why !== null) return refused(why);
        await tx.change(staff, { mobile }, eq(staff.id, by.id));
        tx.announce({ type: 'person.changed', userId: by.id, part: 'account' });
        await endSessionsOf(tx, { userType: UserType.staff, userId: by.id }, by.sessionId, 'mobile changed', at);
        const entry = {
          action: 'update',
          entity: 'staff',
          entityId: by.id,
          patientId: null,
          purpose: null,
        } as const;
        await appendTrail(tx, by, at, { ...entry, outcome: 'ok', detail: { changed: 'mobile' } });
        return done(true as const);
      });
    },
  };
}
