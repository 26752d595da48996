import { Code } from '../../contract/envelope.ts';
import { type login, type refreshToken, SmsScene, type smsLogin } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import { messageOf } from '../http/messages.ts';
import type { Context } from '../http/route.ts';
import type { Log } from '../log.ts';
import { appendDailyTrail, appendTrail, type TrailEntry } from '../trail/trail.ts';
import { accountForm, findStaffByMobile, findStaffByUsername, type StaffRow } from './accountLookup.ts';
import { UserType } from './caller.ts';
import { redeemPuzzle } from './captchaTickets.ts';
import { spendPassword } from './givenPassword.ts';
import { findKnownDevice, rememberDevice } from './knownDevices.ts';
import type { Passwords } from './passwords.ts';
import { renewSession } from './renewal.ts';
import { endSessionOf, type Issued, openSession } from './sessions.ts';
import type { SignInLimits } from './signInLimits.ts';
import { checkCode, limitGuesses, requesterOf } from './smsCodes.ts';

export type SignInNeeds = {
  passwords: Passwords;
  signInLimits: SignInLimits;
  rates: Rates;
  sessionKey: string;
  smsKey: string;
  log: Log;
};

const signIn = (outcome: TrailEntry['outcome'], detail: Record<string, unknown>): TrailEntry => ({
  action: 'create',
  entity: 'session',
  entityId: null,
  patientId: null,
  purpose: null,
  outcome,
  detail,
});

const holderOf = (who: StaffRow) => ({ userType: UserType.staff, userId: who.id });

/** Sign-in by password or by code, renewal and sign-out. */
export function createSignIn({ passwords, signInLimits, rates, sessionKey, smsKey, log }: SignInNeeds) {
  const from = ({ ip, userAgent }: Context) => ({ ip, userAgent });

  async function openStaffSession(
    who: StaffRow,
    device: string | undefined,
    context: Context,
    way: string,
  ): Promise<Issued | null> {
    return context.store.run(async (tx) => {
      const holder = holderOf(who);
      if (way === 'password' && !(await spendPassword(tx, who, context.at))) return null;
      await rememberDevice(tx, holder, device, context.at);
      await appendTrail(tx, { ...context.actor, ...holder }, context.at, signIn('ok', { way }));
      return openSession(tx, holder, { ...from(context), signingLocked: way !== 'password' }, context.at);
    });
  }

  /** Every refused attempt leaves a row, so that guessing is visible on the trail. */
  async function refuseEntry(context: Context, why: Code | Refused, who: StaffRow | null): Promise<Refused> {
    const refusal = typeof why === 'object' ? why : refused(why);
    // The account by its id: people type their passwords into the wrong field.
    const entry = signIn('refused', { accountId: who?.id ?? null, code: refusal.code });
    await appendTrail(context.store, context.actor, context.at, entry);
    return refusal;
  }

  /** The session of a person who may enter; without one a password that was given for one login cannot be used any more. */
  const entered = async (issued: Issued | null, who: StaffRow, context: Context): Promise<Outcome<Issued>> =>
    issued ? done(issued) : refuseEntry(context, refusedWith(Code.wrongPassword, 'givenPasswordOver'), who);

  async function byPassword(
    { username, password, captchaVerification, device }: RequestOf<typeof login>,
    context: Context,
  ): Promise<Outcome<Issued>> {
    const { tenantId, ip, at, store } = context;
    const who = await findStaffByUsername(store, username);
    const knownDevice = await findKnownDevice(store, who ? [holderOf(who)] : [], device);
    const admission = await signInLimits.admit(
      { tenantId, account: accountForm(username), ip, knownDevice },
      {
        puzzle: async (minBits) =>
          captchaVerification !== undefined && redeemPuzzle(store, captchaVerification, minBits, at),
        // When a code is required, the sign-in by code is used instead.
        code: null,
      },
    );
    if (!admission.admitted) {
      const { code, wording, data } = admission;
      return refuseEntry(context, wording ? refusedWith(code, 'signInDelayed', data) : refused(code, data), who);
    }
    if (!(await passwords.verify(who?.passwordHash ?? null, password)) || !who) {
      await admission.failed();
      return refuseEntry(context, Code.wrongPassword, who);
    }
    await admission.succeeded();
    if (who.disabled) return refuseEntry(context, Code.accountDisabled, who);
    return entered(await openStaffSession(who, device, context, 'password'), who, context);
  }

  async function byCode(
    { mobile, code, device }: RequestOf<typeof smsLogin>,
    context: Context,
  ): Promise<Outcome<Issued>> {
    const { ip, at, store } = context;
    const proof = { mobile, scene: SmsScene.login, requester: requesterOf(SmsScene.login, context, device) };
    const wrong = await limitGuesses(rates, { ip, store, proof, at }, () =>
      store.run((tx) => checkCode(tx, smsKey, proof, { code, use: true }, at)),
    );
    const who = await findStaffByMobile(store, mobile);
    if (wrong !== null) return refuseEntry(context, wrong, who);
    if (!who) return refuseEntry(context, Code.smsCodeUnknown, null);
    if (who.disabled) return refuseEntry(context, Code.accountDisabled, who);
    return entered(await openStaffSession(who, device, context, 'code'), who, context);
  }

  return {
    byPassword,

    async byCode(input: RequestOf<typeof smsLogin>, context: Context) {
      const session = await byCode(input, context);
      if (session.ok) return done({ code: Code.ok, msg: '', data: session.data });
      return done({ code: session.code, msg: messageOf(session.code, null, null, context.language), data: null });
    },

    async renew({ refreshToken: presented }: RequestOf<typeof refreshToken>, context: Context) {
      const { tenantId, actor, at, store } = context;
      if (!presented) return refusedWith(Code.badRequest, 'refreshTokenUnknown');
      const renewal = await store.run((tx) => renewSession(tx, sessionKey, presented, at));
      if (renewal.outcome === 'renewed') return done(renewal.issued);
      const recordRefusal = (code: Code) =>
        appendDailyTrail(store, actor, at, signIn('refused', { way: 'refresh token', code }));
      if (renewal.outcome === 'expired') {
        await recordRefusal(Code.unauthorised);
        return refusedWith(Code.unauthorised, 'refreshTokenExpired');
      }
      if (renewal.outcome === 'stolen') {
        const { userType, userId } = renewal.holder;
        log.warn('a used refresh token was presented again: its login has ended', { tenantId, userId, ip: context.ip });
        await appendTrail(
          store,
          { ...actor, userType, userId },
          at,
          signIn('refused', { way: 'replayed refresh token' }),
        );
      } else await recordRefusal(Code.badRequest);
      return refusedWith(Code.badRequest, 'refreshTokenUnknown');
    },

    async signOut(_: unknown, { token, actor, at, store }: Context) {
      if (token === null) return done(true as const);
      await store.run(async (tx) => {
        const holder = await endSessionOf(tx, token, 'signed out', at);
        if (!holder) return;
        const { userType, userId } = holder;
        await appendTrail(tx, { ...actor, userType, userId }, at, { ...signIn('ok', {}), action: 'cancel' });
      });
      return done(true as const);
    },
  };
}
