import { Code } from '../../contract/envelope.ts';
import { login, logout, refreshToken, SmsScene, smsLogin } from '../../contract/http/auth.ts';
import { done, type Outcome, refused, refusedSaying } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type Context, route } from '../http/route.ts';
import { messageOf } from '../http/wordings.ts';
import type { Log } from '../log.ts';
import { type Deed, trail } from '../trail/trail.ts';
import { type StaffRow, staffAt, staffNamed } from './accountLookup.ts';
import { UserType } from './caller.ts';
import { spendTicket } from './captchaTickets.ts';
import type { Passwords } from './passwords.ts';
import { endSessionOf, type Issued, openSession, renew } from './sessions.ts';
import type { SignInLimits } from './signInLimits.ts';
import { tryCode } from './smsCodes.ts';

type Needs = {
  uow: UnitOfWork;
  passwords: Passwords;
  signInLimits: SignInLimits;
  sessionKey: string;
  smsKey: string;
  log: Log;
};

const signIn = (outcome: Deed['outcome'], detail: Record<string, unknown>): Deed => ({
  action: 'create',
  entity: 'session',
  entityId: null,
  patientId: null,
  purpose: null,
  outcome,
  detail,
});

/** Sign-in by password or by code, renewal and sign-out. */
export function signInRoutes({ uow, passwords, signInLimits, sessionKey, smsKey, log }: Needs) {
  const from = ({ ip, userAgent }: Context) => ({ ip, userAgent });

  async function enter(who: StaffRow, context: Context, way: string): Promise<Issued> {
    return uow.run(context.tenantId, async (tx) => {
      const holder = { userType: UserType.staff, userId: who.id };
      await trail(tx, { ...context.actor, ...holder }, context.now, signIn('ok', { way }));
      return openSession(tx, holder, from(context), context.now);
    });
  }

  /** Every refused try leaves a row, so that guessing can be seen. */
  async function refuseEntry(context: Context, code: Code, account: string): Promise<Outcome<never>> {
    await trail(uow.read(context.tenantId), context.actor, context.now, signIn('refused', { account, code }));
    return refused(code);
  }

  async function byPassword(
    {
      username,
      password,
      captchaVerification,
    }: { username: string; password: string; captchaVerification?: string | undefined },
    context: Context,
  ): Promise<Outcome<Issued>> {
    const { tenantId, ip, now } = context;
    const store = uow.read(tenantId);
    const attempt = { tenantId, account: username, ip };
    const barred = await signInLimits.admit(
      attempt,
      async () => captchaVerification !== undefined && spendTicket(store, 'captcha', '', captchaVerification, now),
    );
    if (barred !== null) return refuseEntry(context, barred, username);
    const who = await staffNamed(store, username);
    if (!(await passwords.verify(who?.passwordHash ?? null, password)) || !who) {
      await signInLimits.failed(attempt);
      return refuseEntry(context, Code.wrongPassword, username);
    }
    await signInLimits.succeeded(attempt);
    return who.disabled
      ? refuseEntry(context, Code.accountDisabled, username)
      : done(await enter(who, context, 'password'));
  }

  async function byCode(
    { mobile, code }: { mobile: string; code: string },
    context: Context,
  ): Promise<Outcome<Issued>> {
    const proof = { mobile, scene: SmsScene.login };
    const wrong = await uow.run(context.tenantId, (tx) => tryCode(tx, smsKey, proof, { code, use: true }, context.now));
    if (wrong !== null) return refuseEntry(context, wrong, mobile);
    const who = await staffAt(uow.read(context.tenantId), mobile);
    if (!who) return refuseEntry(context, Code.smsCodeUnknown, mobile);
    return who.disabled ? refuseEntry(context, Code.accountDisabled, mobile) : done(await enter(who, context, 'code'));
  }

  return [
    route(login)(byPassword),

    route(smsLogin)(async (input, context) => {
      const entered = await byCode(input, context);
      if (entered.ok) return done({ code: Code.ok, msg: '', data: entered.data });
      return done({ code: entered.code, msg: messageOf(entered.code, null, null, context.language), data: null });
    }),

    route(refreshToken)(async ({ refreshToken: presented }, context) => {
      const { tenantId, actor, now } = context;
      if (!presented) return refusedSaying(Code.badRequest, 'refreshTokenUnknown');
      const renewal = await uow.run(tenantId, (tx) => renew(tx, sessionKey, presented, now));
      if (renewal.outcome === 'renewed') return done(renewal.issued);
      if (renewal.outcome === 'expired') return refusedSaying(Code.unauthorised, 'refreshTokenExpired');
      if (renewal.outcome === 'stolen') {
        const { userType, userId } = renewal.holder;
        log.warn('a used refresh token was presented again: its login has ended', { tenantId, userId, ip: context.ip });
        await trail(
          uow.read(tenantId),
          { ...actor, userType, userId },
          now,
          signIn('refused', { way: 'replayed refresh token' }),
        );
      }
      return refusedSaying(Code.badRequest, 'refreshTokenUnknown');
    }),

    route(logout)(async (_, { tenantId, token, actor, now }) => {
      if (token === null) return done(true as const);
      await uow.run(tenantId, async (tx) => {
        const holder = await endSessionOf(tx, token, 'signed out', now);
        if (!holder) return;
        const { userType, userId } = holder;
        await trail(tx, { ...actor, userType, userId }, now, { ...signIn('ok', {}), action: 'cancel' });
      });
      return done(true as const);
    }),
  ];
}
