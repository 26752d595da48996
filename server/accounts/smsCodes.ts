import { createHmac, timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { SmsScene } from '../../contract/http/auth.ts';
import { isUsableUntil } from '../db/elapsed.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { Rates } from '../db/rates.ts';
import { smsCode } from '../db/schema/sessions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { networkOf } from '../http/network.ts';
import type { Caller } from './caller.ts';
import { codeLimits, hasOpenCode, isCodeOf, type Proof } from './smsQueries.ts';
import { hashOf } from './tokens.ts';

const minuteMs = 60_000;
const maxWrongPerMinute = 30;

type RequestOrigin = { by: Caller | null; ip: string };

/**
 * The requester of a code, who alone may use it: the signed-in person for a change of phone, otherwise the device, or the
 * network of a client without a device id. So a stranger's guesses never count against somebody else's code.
 */
export function requesterOf(scene: number, { by, ip }: RequestOrigin, device: string | undefined): string {
  if (scene === SmsScene.changeMobile && by) return `${by.kind} ${by.id}`;
  return device === undefined ? `network ${networkOf(ip)}` : `device ${hashOf(device)}`;
}

const codeHashOf = (key: string, { mobile, scene }: Proof, code: string) =>
  createHmac('sha256', key).update(`${scene}:${mobile}:${code}`).digest('hex');

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Stores a code that is being sent. It replaces an earlier one of the same requester, phone and purpose. */
export async function storeCode(
  store: HospitalStore,
  key: string,
  proof: Proof,
  code: string,
  ip: string,
  at: number,
): Promise<void> {
  await store.add(smsCode, {
    ...proof,
    codeHash: codeHashOf(key, proof, code),
    ip,
    createTime: at,
    expireTime: at + codeLimits.validMs,
  });
}

/**
 * Checks a code, which is valid for five attempts, ten minutes and one use; null if it is right, and with `use: false` it
 * is not consumed. Only a right code is reported as used or expired, so that guessing does not reveal whether one was sent.
 */
export async function checkCode(
  tx: Transaction,
  key: string,
  proof: Proof,
  { code, use }: { code: string; use: boolean },
  at: number,
): Promise<Code | null> {
  const [latest] = await tx.db
    .select()
    .from(smsCode)
    .where(tx.own(smsCode, isCodeOf(proof)))
    .orderBy(desc(smsCode.id))
    .limit(1)
    .for('update');
  if (!latest || latest.attempts >= codeLimits.attempts) return Code.smsCodeUnknown;
  if (!isSame(latest.codeHash, codeHashOf(key, proof, code))) {
    await tx.change(smsCode, { attempts: latest.attempts + 1 }, eq(smsCode.id, latest.id));
    return Code.smsCodeUnknown;
  }
  if (latest.useTime !== null) return Code.smsCodeUsed;
  if (!isUsableUntil(latest.expireTime, at, codeLimits.validMs)) return Code.smsCodeExpired;
  if (use) await tx.change(smsCode, { useTime: at }, eq(smsCode.id, latest.id));
  return null;
}

type Guess = { ip: string; store: HospitalStore; proof: Proof; at: number };

/**
 * Limits the wrong codes of one network, for all phones together. A requester with a code of their own has its five attempts
 * besides, so that nobody behind the same address can use up theirs.
 */
export async function limitGuesses(
  rates: Rates,
  { ip, store, proof, at }: Guess,
  guess: () => Promise<Code | null>,
): Promise<Code | null> {
  const key = `wrong-code:${networkOf(ip)}`;
  const isOver = (await rates.current(key, minuteMs)).count >= maxWrongPerMinute;
  if (isOver && !(await hasOpenCode(store, proof, at))) return Code.tooManyRequests;
  const wrong = await guess();
  if (wrong === Code.smsCodeUnknown) await rates.hit(key, minuteMs);
  return wrong;
}
