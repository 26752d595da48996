import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { checkMobileCode, resetMobile } from '../../contract/http/account.ts';
import { SmsScene, updatePassword } from '../../contract/http/auth.ts';
import { done, type Outcome, refused, refusedSaying } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import { staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type Context, route } from '../http/route.ts';
import { trail } from '../trail/trail.ts';
import { type StaffRow, setPassword, staffAt, staffWith } from './accountLookup.ts';
import { UserType } from './caller.ts';
import { keepTicket, spendTicket } from './captchaTickets.ts';
import { weaknessOf } from './passwordPolicy.ts';
import type { Passwords } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import { tryCode } from './smsCodes.ts';
import { newSecret } from './tokens.ts';

type Needs = { uow: UnitOfWork; passwords: Passwords; rates: Rates; smsKey: string };

const changeTokenMs = 10 * 60_000;

/** Changes of what proves who one is: each ends every other login of the person. */
export function credentialRoutes({ uow, passwords, rates, smsKey }: Needs) {
  async function replacePassword(
    who: StaffRow,
    password: string,
    keep: string | null,
    context: Context,
  ): Promise<Outcome<true>> {
    const weak = await weaknessOf(password, [who.username, who.mobile]);
    if (weak !== null) return refusedSaying(Code.weakPassword, weak);
    const hashed = await passwords.hash(password);
    const { tenantId, actor, now } = context;
    await uow.run(tenantId, async (tx) => {
      const holder = { userType: UserType.staff, userId: who.id };
      await setPassword(tx, who.id, hashed);
      await endSessionsOf(tx, holder, keep, 'password changed', now);
      const deed = { action: 'update', entity: 'session', entityId: who.id, patientId: null, purpose: null } as const;
      await trail(tx, { ...actor, ...holder }, now, { ...deed, outcome: 'ok', detail: { changed: 'password' } });
    });
    return done(true);
  }

  async function byOldPassword(old: string, password: string, context: Context<'public'>): Promise<Outcome<true>> {
    const { user, tenantId } = context;
    if (user?.kind !== 'staff') return refused(Code.unauthorised);
    if ((await rates.hit(`password:${tenantId}:${user.id}`, 60_000)).count > 10) return refused(Code.tooManyRequests);
    const who = await staffWith(uow.read(tenantId), user.id);
    if (!who || !(await passwords.verify(who.passwordHash, old)))
      return refusedSaying(Code.wrongPassword, 'oldPasswordWrong');
    return replacePassword(who, password, user.sessionId, context);
  }

  async function byCode(mobile: string, code: string, password: string, context: Context): Promise<Outcome<true>> {
    const proof = { mobile, scene: SmsScene.forgotPassword };
    const tried = (use: boolean) =>
      uow.run(context.tenantId, (tx) => tryCode(tx, smsKey, proof, { code, use }, context.now));
    const guessed = await tried(false);
    const who = await staffAt(uow.read(context.tenantId), mobile);
    if (guessed !== null || !who) return refused(guessed ?? Code.smsCodeUnknown);
    const weak = await weaknessOf(password, [who.username, mobile]);
    if (weak !== null) return refusedSaying(Code.weakPassword, weak);
    const wrong = await tried(true);
    return wrong === null ? replacePassword(who, password, null, context) : refused(wrong);
  }

  return [
    route(updatePassword)(async (input, context) =>
      'oldPassword' in input
        ? byOldPassword(input.oldPassword, input.newPassword, context)
        : byCode(input.mobile, input.code, input.password, context),
    ),

    route(checkMobileCode)(async ({ mobile, code }, { user, tenantId, now }) => {
      const who = await staffWith(uow.read(tenantId), user.id);
      if (!who || (mobile !== undefined && mobile !== who.mobile)) return refused(Code.smsCodeUnknown);
      const proof = { mobile: who.mobile, scene: SmsScene.changeMobile };
      const changeToken = newSecret();
      const wrong = await uow.run(tenantId, async (tx) => {
        const why = await tryCode(tx, smsKey, proof, { code, use: true }, now);
        if (why === null) await keepTicket(tx, 'mobile', user.id, changeToken, now + changeTokenMs);
        return why;
      });
      return wrong === null ? done({ changeToken }) : refused(wrong);
    }),

    route(resetMobile)(async ({ mobile, code, changeToken }, { user, tenantId, now, actor }) => {
      const store = uow.read(tenantId);
      const proof = { mobile, scene: SmsScene.changeMobile };
      const wrong = await uow.run(tenantId, (tx) => tryCode(tx, smsKey, proof, { code, use: false }, now));
      if (wrong !== null) return refused(wrong);
      if (await staffAt(store, mobile)) return refusedSaying(Code.badRequest, 'mobileTaken', { field: 'mobile' });
      const allowed = changeToken !== undefined && (await spendTicket(store, 'mobile', user.id, changeToken, now));
      if (!allowed) return refused(Code.changeTokenUnknown);
      return uow.run(tenantId, async (tx) => {
        const why = await tryCode(tx, smsKey, proof, { code, use: true }, now);
        if (why !== null) return refused(why);
        await tx.change(staff, { mobile }, eq(staff.id, user.id));
        await endSessionsOf(tx, { userType: UserType.staff, userId: user.id }, user.sessionId, 'mobile changed', now);
        const deed = {
          action: 'update',
          entity: 'session',
          entityId: user.id,
          patientId: null,
          purpose: null,
        } as const;
        await trail(tx, actor, now, { ...deed, outcome: 'ok', detail: { changed: 'mobile' } });
        return done(true as const);
      });
    }),
  ];
}
