import { Code } from '../../contract/envelope.ts';
import { type login, SmsScene, type smsLogin } from '../../contract/http/auth.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import { messageOf } from '../http/messages.ts';
import type { Context } from '../http/route.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import { accountForm, findStaffByMobile, findStaffByUsername, type StaffRow } from './accountQueries.ts';
import { UserType } from './caller.ts';
import { redeemPuzzle } from './captchaTickets.ts';
import { findKnownDevice } from './deviceQueries.ts';
import { spendPassword } from './givenPassword.ts';
import { rememberDevice } from './knownDevices.ts';
import type { Passwords } from './passwords.ts';
import { type Issued, openSession } from './sessions.ts';
import type { SignInLimits } from './signInLimits.ts';
import { checkCode, limitGuesses, requesterOf } from './smsCodes.ts';

export type SignInNeeds = { passwords: Passwords; signInLimits: SignInLimits; rates: Rates; smsKey: string };

type Way = 'password' | 'code';

const signInEntry = (outcome: TrailEntry['outcome'], detail: Record<string, unknown>): TrailEntry => ({
  action: 'create',
  entity: 'session',
  entityId: null,
  patientId: null,
  purpose: null,
  outcome,
  detail,
});

const holderOf = (who: StaffRow) => ({ userType: UserType.staff, userId: who.id });

/** Every refused attempt leaves a row, so that guessing is visible on the trail. */
async function refuseEntry(context: Context, why: Code | Refused, who: StaffRow | null): Promise<Refused> {
  const refusal = typeof why === 'object' ? why : refused(why);
  // The account by its id: people type their passwords into the wrong field.
  const entry = signInEntry('refused', { accountId: who?.id ?? null, code: refusal.code });
  await appendTrail(context.store, context.actor, context.at, entry);
  return refusal;
}

/** Opens the session of a person who may enter; a password that was given for one sign-in cannot be used again. */
async function enter(
  who: StaffRow,
  { device, way }: { device: string | undefined; way: Way },
  context: Context,
): Promise<Outcome<Issued>> {
  const { actor, at, ip, store, userAgent } = context;
  const holder = holderOf(who);
  const issued = await store.run(async (tx) => {
    if (way === 'password' && !(await spendPassword(tx, who, at))) return null;
    await rememberDevice(tx, holder, device, at);
    await appendTrail(tx, { ...actor, ...holder }, at, signInEntry('ok', { way }));
    return openSession(tx, holder, { ip, userAgent, signingLocked: way !== 'password' }, at);
  });
  return issued ? done(issued) : refuseEntry(context, refusedWith(Code.wrongPassword, 'givenPasswordOver'), who);
}

/** Signs in with a password. */
export const signInByPassword =
  ({ passwords, signInLimits }: Pick<SignInNeeds, 'passwords' | 'signInLimits'>) =>
  async (
    { username, password, captchaVerification, device }: RequestOf<typeof login>,
    context: Context,
  ): Promise<Outcome<Issued>> => {
    const { hospitalId, ip, at, store } = context;
    const who = await findStaffByUsername(store, username);
    const knownDevice = await findKnownDevice(store, who ? [holderOf(who)] : [], device);
    const puzzle = async (minBits: number) =>
      captchaVerification !== undefined && redeemPuzzle(store, captchaVerification, minBits, at);
    const attempt = { hospitalId, account: accountForm(username), ip, knownDevice };
    // When a code is required, the sign-in by code is used instead.
    const admission = await signInLimits.admit(attempt, { puzzle, code: null });
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
    return enter(who, { device, way: 'password' }, context);
  };

async function enterByCode(
  { rates, smsKey }: Pick<SignInNeeds, 'rates' | 'smsKey'>,
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
  return enter(who, { device, way: 'code' }, context);
}

/** Signs in with a code by SMS. */
export const signInByCode =
  (needs: Pick<SignInNeeds, 'rates' | 'smsKey'>) =>
  async (input: RequestOf<typeof smsLogin>, context: Context): Promise<Outcome<ReplyInputOf<typeof smsLogin>>> => {
    const session = await enterByCode(needs, input, context);
    if (session.ok) return done({ code: Code.ok, msg: '', data: session.data });
    return done({ code: session.code, msg: messageOf(session.code, null, null, context.language), data: null });
  };
