import { randomInt } from 'node:crypto';
import { Code } from '../../contract/envelope.ts';
import { type checkCaptcha, SmsScene, type sendSmsCode, type validateSmsCode } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { Hospitals } from '../hospitals/hospitals.ts';
import { networkOf } from '../http/network.ts';
import type { Context } from '../http/route.ts';
import { findPatientByMobile, findStaffByMobile } from './accountQueries.ts';
import { UserType } from './caller.ts';
import { drawPuzzle } from './captcha/puzzle.ts';
import { redeemPuzzle, solvePuzzle, storePuzzle } from './captchaTickets.ts';
import { findKnownDevice } from './deviceQueries.ts';
import type { PuzzleCost } from './puzzleCost.ts';
import type { Holder } from './sessions.ts';
import { checkCode, limitGuesses, requesterOf, storeCode } from './smsCodes.ts';
import type { SmsGateway } from './smsGateway.ts';

export type ProofNeeds = {
  rates: Rates;
  puzzleCost: PuzzleCost;
  hospitals: Hospitals;
  sms: SmsGateway;
  smsKey: string;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The daily limits of codes to one phone, by requester. */
const maxCodes = { ofOwner: 10, ofNetwork: 5, ofPhone: 20 } as const;
const scenes: readonly number[] = Object.values(SmsScene);

/** AJ-Captcha's error codes, which its clients know. */
const rep = {
  gone: ['6110', '验证码已失效，请重新获取', 'The puzzle has expired; get a new one'],
  missed: ['6111', '验证失败', 'Not quite; try again'],
  tooManyGets: ['6201', '请求次数超限，请稍后再试', 'Too many puzzles; try again later'],
  tooManyChecks: ['6204', '请求次数超限，请稍后再试', 'Too many tries; try again later'],
} as const;

const refusePuzzle = ([repCode, chinese, english]: readonly [string, string, string], { language }: Context) =>
  done({ repCode, repMsg: language === 'en' ? english : chinese, repData: null });

/**
 * Whether the limits allow a code to this phone now. Codes are counted per requester: the owner's own device, or the
 * signed-in owner who changes the phone, has a separate count, so that strangers cannot use up the owner's limit. All other
 * requesters share a limit per phone, against harassment.
 */
async function tooOften(rates: Rates, { hospitalId, ip }: Context, mobile: string, owner: string | null) {
  const requester = owner ?? `network ${networkOf(ip)}`;
  if ((await rates.hit(`sms-from:${requester}`, 60 * minuteMs)).count > 30) return Code.tooManyRequests;
  const to = `${hospitalId}:${mobile}`;
  if ((await rates.hit(`sms:${to}:${requester}`, limits.smsResendMs)).count > 1) return Code.smsTooFrequent;
  const most = owner === null ? maxCodes.ofNetwork : maxCodes.ofOwner;
  if ((await rates.hit(`sms-day:${to}:${requester}`, dayMs)).count > most) return Code.smsDailyLimit;
  if (owner !== null) return null;
  return (await rates.hit(`sms-phone:${to}`, dayMs)).count > maxCodes.ofPhone ? Code.smsDailyLimit : null;
}

/** Staff and patients with this phone. */
async function holdersAt(store: HospitalStore, mobile: string): Promise<Holder[]> {
  const [staffMember, patient] = [await findStaffByMobile(store, mobile), await findPatientByMobile(store, mobile)];
  return [
    ...(staffMember ? [{ userType: UserType.staff, userId: staffMember.id }] : []),
    ...(patient ? [{ userType: UserType.patient, userId: patient.id }] : []),
  ];
}

/**
 * Whether a code to this number has a use. If not, the call still does the same work and gives the same answer, so that
 * accounts cannot be discovered.
 */
function isUseful(holders: readonly Holder[], { by }: Context, scene: number): boolean {
  if (scene === SmsScene.changeMobile) return by?.kind === 'staff';
  return holders.some(({ userType }) => scene === SmsScene.login || userType === UserType.staff);
}

/** A slider puzzle. */
export const offerPuzzle =
  ({ rates, puzzleCost }: Pick<ProofNeeds, 'rates' | 'puzzleCost'>) =>
  async (_: unknown, context: Context) => {
    const { hospitalId, ip, at, store } = context;
    if ((await rates.hit(`puzzle:${networkOf(ip)}`, minuteMs)).count > 60)
      return refusePuzzle(rep.tooManyGets, context);
    const { x, picture, piece } = drawPuzzle();
    const bits = await puzzleCost.bitsFor(hospitalId, ip);
    const stored = await storePuzzle(store, { x, bits }, at);
    const repData = { originalImageBase64: picture, jigsawImageBase64: piece, ...stored, bits };
    return done({ repCode: '0000', repMsg: null, repData });
  };

/** Checks the answer to a puzzle. */
export const checkPuzzle =
  ({ rates }: Pick<ProofNeeds, 'rates'>) =>
  async (answer: RequestOf<typeof checkCaptcha>, context: Context) => {
    if ((await rates.hit(`solve:${networkOf(context.ip)}`, minuteMs)).count > 60)
      return refusePuzzle(rep.tooManyChecks, context);
    const result = await solvePuzzle(context.store, answer, context.at);
    if (result !== 'solved') return refusePuzzle(rep[result], context);
    return done({ repCode: '0000', repMsg: null, repData: { result: true } });
  };

/** Sends a code by SMS. */
export const sendCode =
  ({ rates, hospitals, sms, smsKey }: Omit<ProofNeeds, 'puzzleCost'>) =>
  async (
    { mobile, scene, captchaVerification, device }: RequestOf<typeof sendSmsCode>,
    context: Context,
  ): Promise<Outcome<true>> => {
    const { hospitalId, at, ip, by, store } = context;
    if (!scenes.includes(scene)) return refused(Code.badRequest, { field: 'scene' });
    const solved = captchaVerification !== undefined && (await redeemPuzzle(store, captchaVerification, 0, at));
    if (!solved) return refused(Code.captchaRequired);
    if (sms.isDown()) return refusedWith(Code.serverError, 'smsUnavailable');
    const holders = await holdersAt(store, mobile);
    const requester = requesterOf(scene, context, device);
    const knownDevice = await findKnownDevice(store, holders, device);
    const isOwner = scene === SmsScene.changeMobile ? by !== null : knownDevice !== null;
    const barred = await tooOften(rates, context, mobile, isOwner ? requester : null);
    if (barred !== null) return refused(barred);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await storeCode(store, smsKey, { mobile, scene, requester }, code, ip, at);
    const hospital = (await hospitals.byId(hospitalId))?.name ?? '';
    if (isUseful(holders, context, scene)) sms.send({ mobile, code, scene, hospital });
    return done(true);
  };

/** Checks a code without using it up. */
export const checkSentCode =
  ({ rates, smsKey }: Pick<ProofNeeds, 'rates' | 'smsKey'>) =>
  async (
    { mobile, scene, code, device }: RequestOf<typeof validateSmsCode>,
    context: Context,
  ): Promise<Outcome<true>> => {
    const { ip, at, store } = context;
    const proof = { mobile, scene, requester: requesterOf(scene, context, device) };
    const wrong = await limitGuesses(rates, { ip, store, proof, at }, () =>
      store.run((tx) => checkCode(tx, smsKey, proof, { code, use: false }, at)),
    );
    return wrong === null ? done(true) : refused(wrong);
  };
