import { Code } from '../../contract/envelope.ts';
import type { patientLogin } from '../../contract/extension/patient.ts';
import { SmsScene } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { findPatientByMobile } from '../accounts/accountLookup.ts';
import { UserType } from '../accounts/caller.ts';
import { redeemPuzzle } from '../accounts/captchaTickets.ts';
import { findKnownDevice, rememberDevice } from '../accounts/knownDevices.ts';
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

/** The sign-in of patients, with the limits of staff; programs may do proof of work instead of a puzzle. */
export function patientSignIn({ passwords, signInLimits, rates, smsKey, workProofs }: SignInNeeds) {
  function proofsOf({ mobile, captchaVerification, work, code, device }: Input, context: Context) {
    const { tenantId, ip, at: now, store } = context;
    const scene = SmsScene.login;
    const proof = { mobile, scene, requester: requesterOf(scene, context, device) };
    const hasSolved = async (minBits: number) =>
      captchaVerification !== undefined && redeemPuzzle(store, captchaVerification, minBits, now);
    const hasProvenWork = async () =>
      work !== undefined && workProofs.redeem(store, `${tenantId}:${mobile}`, work, now);
    const checkTypedCode = (typed: string) =>
      limitGuesses(rates, { ip, store, proof, at: now }, () =>
        store.run((tx) => checkCode(tx, smsKey, proof, { code: typed, use: true }, now)),
      );
    return {
      puzzle: async (minBits: number) => (await hasSolved(minBits)) || (await hasProvenWork()),
      code: code === undefined ? null : () => checkTypedCode(code),
    };
  }

  function refusalOf({ code, wording, data, failures }: Denied, mobile: string, { tenantId, at: now }: Context) {
    if (code === Code.captchaRequired) return refused(code, workProofs.demand(`${tenantId}:${mobile}`, failures, now));
    return wording ? refusedWith(code, wording, data) : refused(code, data);
  }

  return async (input: Input, context: Context) => {
    const { mobile, password, device } = input;
    const { tenantId, ip, actor, userAgent, at: now, store } = context;
    const who = await findPatientByMobile(store, mobile);
    const holders = who ? [{ userType: UserType.patient, userId: who.id }] : [];
    const knownDevice = await findKnownDevice(store, holders, device);
    const attempt = { tenantId, account: `patient ${mobile}`, ip, knownDevice };
    const admission = await signInLimits.admit(attempt, proofsOf(input, context));
    if (!admission.admitted) return refusalOf(admission, mobile, context);
    if (!(await passwords.verify(who?.passwordHash ?? null, password)) || !who) {
      await admission.failed();
      await appendTrail(store, actor, now, {
        ...entry,
        patientId: null,
        outcome: 'refused',
        detail: { code: Code.wrongPassword },
      });
      return refused(Code.wrongPassword);
    }
    await admission.succeeded();
    const holder = { userType: UserType.patient, userId: who.id };
    const issued = await store.run(async (tx) => {
      await rememberDevice(tx, holder, device, now);
      await appendTrail(tx, { ...actor, ...holder }, now, { ...entry, patientId: who.id, outcome: 'ok' });
      return openSession(tx, holder, { ip, userAgent }, now);
    });
    return done({ ...issued, patientId: who.id, name: who.name, birthday: who.birthday });
  };
}
