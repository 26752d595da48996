import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { smsCode } from '../db/schema/session.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';

const validMs = 10 * 60_000;
const mostAttempts = 5;

/** A phone and what its code is for. */
export type Proof = { mobile: string; scene: number };

const hashed = (key: string, { mobile, scene }: Proof, code: string) =>
  createHmac('sha256', key).update(`${scene}:${mobile}:${code}`).digest('hex');

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Keeps a code that goes out now; it replaces any earlier one for the same phone and purpose. */
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
    .where(tx.own(smsCode, and(eq(smsCode.mobile, proof.mobile), eq(smsCode.scene, proof.scene))))
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
