import { Code } from '../../contract/envelope.ts';
import type { patientLogin } from '../../contract/extension/patient.ts';
import { SmsScene } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { findPatientByMobile } from '../accounts/accountQueries.ts';
import { UserType } from '../accounts/caller.ts';
import { redeemPuzzle } from '../accounts/captchaTickets.ts';
import { findKnownDevice } from '../accounts/deviceQueries.ts';
import { rememberDevice } from '../accounts/knownDevices.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { openSession } from '../accounts/sessions.ts';
import type { Denied, SignInLimits } from '../accounts/signInLimits.ts';
import { checkCode, limitGuesses, requesterOf } from '../accounts/smsCodes.ts';
import type { WorkProofs } from '../accounts/workProof.ts';
import { done, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { Context } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';

export type SignInNeeds = {
  passwords: Passwords;
  signInLimits: SignInLimits;
  rates: Rates;
  smsKey: string;
  workProofs: WorkProofs;
};

type Input = RequestOf<typeof patientLogin>;

const entry = { action: 'create', entity: 'session', entityId: null, purpose: null } as const;

/** The proofs of an attempt; programs may do proof of work instead of a puzzle. */
function proofsOf({ rates, smsKey, workProofs }: SignInNeeds, input: Input, context: Context) {
  const { mobile, captchaVerification, work, code, device } = input;
  const { hospitalId, ip, at, store } = context;
  const scene = SmsScene.login;
  const proof = { mobile, scene, requester: requesterOf(scene, context, device) };
  const hasSolved = async (minBits: number) =>
    captchaVerification !== undefined && redeemPuzzle(store, captchaVerification, minBits, at);
  const hasProvenWork = async () => work !== undefined && workProofs.redeem(store, `${hospitalId}:${mobile}`, work, at);
  const checkTypedCode = (typed: string) =>
    limitGuesses(rates, { ip, store, proof, at }, () =>
      store.run((tx) => checkCode(tx, smsKey, proof, { code: typed, use: true }, at)),
    );
  return {
    puzzle: async (minBits: number) => (await hasSolved(minBits)) || (await hasProvenWork()),
    code: code === undefined ? null : () => checkTypedCode(code),
  };
}

function refusalOf(
  { workProofs }: SignInNeeds,
  { code, wording, data, failures }: Denied,
  { account, at }: { account: string; at: number },
) {
  if (code === Code.captchaRequired) return refused(code, workProofs.demand(account, failures, at));
  return wording ? refusedWith(code, wording, data) : refused(code, data);
}

/** Opens the session of a patient who may enter. */
function enter({ id }: { id: string }, device: string | undefined, { ip, actor, userAgent, at, store }: Context) {
  const holder = { userType: UserType.patient, userId: id };
  return store.run(async (tx) => {
    await rememberDevice(tx, holder, device, at);
    await appendTrail(tx, { ...actor, ...holder }, at, { ...entry, patientId: id, outcome: 'ok' });
    return openSession(tx, holder, { ip, userAgent }, at);
  });
}

/** The sign-in of patients, with the limits of staff. */
export const patientSignIn = (needs: SignInNeeds) => async (input: Input, context: Context) => {
  const { passwords, signInLimits } = needs;
  const { mobile, password, device } = input;
  const { hospitalId, ip, actor, at, store } = context;
  const who = await findPatientByMobile(store, mobile);
  const holders = who ? [{ userType: UserType.patient, userId: who.id }] : [];
  const knownDevice = await findKnownDevice(store, holders, device);
  const attempt = { hospitalId, account: `patient ${mobile}`, ip, knownDevice };
  const admission = await signInLimits.admit(attempt, proofsOf(needs, input, context));
  if (!admission.admitted) return refusalOf(needs, admission, { account: `${hospitalId}:${mobile}`, at });
  if (!(await passwords.verify(who?.passwordHash ?? null, password)) || !who) {
    await admission.failed();
    const detail = { code: Code.wrongPassword };
    await appendTrail(store, actor, at, { ...entry, patientId: null, outcome: 'refused', detail });
    return refused(Code.wrongPassword);
  }
  await admission.succeeded();
  const issued = await enter(who, device, context);
  return done({ ...issued, patientId: who.id, name: who.name, birthday: who.birthday });
};
