import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { SmsScene } from '../../contract/http/auth.ts';
import type { Rates } from '../db/rates.ts';
import { smsCode } from '../db/schema/sessions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { networkOf } from '../http/network.ts';
import type { Caller } from './caller.ts';
import { hashOf } from './tokens.ts';

const minuteMs = 60_000;
const validMs = 10 * minuteMs;
const mostAttempts = 5;
const mostWrongPerMinute = 30;

/** A phone, what its code is for, and who had it sent. */
export type Proof = { mobile: string; scene: number; requester: string };

type Asking = { user: Caller | null; ip: string };

/**
 * Who has a code sent and may try it: the signed-in person for a change of phone, otherwise the device, or the network of
 * a client that names no device. A stranger's guesses thus never count against a code that somebody else asked for.
 */
export function requesterOf(scene: number, { user, ip }: Asking, device: string | undefined): string {
  if (scene === SmsScene.changeMobile && user) return `${user.kind} ${user.id}`;
  return device === undefined ? `network ${networkOf(ip)}` : `device ${hashOf(device)}`;
}

const hashed = (key: string, { mobile, scene }: Proof, code: string) =>
  createHmac('sha256', key).update(`${scene}:${mobile}:${code}`).digest('hex');

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Keeps a code that goes out now; it replaces any earlier one of the same requester for the same phone and purpose. */
export async function keepCode(
  store: Tenanted,
  key: string,
  proof: Proof,
  code: string,
  ip: string,
  at: number,
): Promise<void> {
  await store.add(smsCode, {
    ...proof,
    codeHash: hashed(key, proof, code),
    ip,
    createTime: at,
    expireTime: at + validMs,
  });
}

const isFor = ({ mobile, scene, requester }: Proof) =>
  and(eq(smsCode.mobile, mobile), eq(smsCode.scene, scene), eq(smsCode.requester, requester));

/**
 * Tries a code: five attempts, ten minutes, one use. `use` false only asks whether it would do. Null means that it is right.
 * Only the right code hears that it was used or has run out, so that guessing tells nobody whether one was sent.
 */
export async function tryCode(
  tx: Transaction,
  key: string,
  proof: Proof,
  { code, use }: { code: string; use: boolean },
  at: number,
): Promise<Code | null> {
  const [latest] = await tx.db
    .select()
    .from(smsCode)
    .where(tx.own(smsCode, isFor(proof)))
    .orderBy(desc(smsCode.id))
    .limit(1)
    .for('update');
  if (!latest || latest.attempts >= mostAttempts) return Code.smsCodeUnknown;
  if (!isSame(latest.codeHash, hashed(key, proof, code))) {
    await tx.change(smsCode, { attempts: latest.attempts + 1 }, eq(smsCode.id, latest.id));
    return Code.smsCodeUnknown;
  }
  if (latest.useTime !== null) return Code.smsCodeUsed;
  if (latest.expireTime <= at) return Code.smsCodeExpired;
  if (use) await tx.change(smsCode, { useTime: at }, eq(smsCode.id, latest.id));
  return null;
}

/** Bounds the wrong codes of one network, whichever phones they are for. */
export async function boundedGuess(rates: Rates, ip: string, guess: () => Promise<Code | null>): Promise<Code | null> {
  const key = `wrong-code:${networkOf(ip)}`;
  if ((await rates.current(key)).count >= mostWrongPerMinute) return Code.tooManyRequests;
  const wrong = await guess();
  if (wrong === Code.smsCodeUnknown) await rates.hit(key, minuteMs);
  return wrong;
}
