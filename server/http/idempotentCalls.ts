import { and, eq, like, lte } from 'drizzle-orm';
import { z } from 'zod';
import { Code } from '../../contract/envelope.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { contentHashOf } from '../db/idempotency.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { idempotencyKey } from '../db/schema/sessions.ts';
import type { Idempotency } from './operations.ts';

const abandonedMs = 60_000;
const retentionMs = 7 * 24 * 3_600_000;
const Key = z.uuid();

type Claim = { store: HospitalStore; userId: string; key: string; operation: string; contentHash: string; at: number };

const isKeyOf = ({ userId, key }: Claim) => and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));

/** Claims the key for a first attempt, or after a crash during an earlier one; otherwise returns the earlier outcome. */
async function claimKey(claim: Claim): Promise<'claimed' | Outcome<unknown>> {
  const { store, at, userId, key, operation, contentHash } = claim;
  const row = { tenantId: store.hospitalId, userId, key, operation, contentHash, answer: null, createTime: at };
  const inserted = await store.db.insert(idempotencyKey).values(row).onConflictDoNothing().returning();
  if (inserted.length > 0) return 'claimed';
  const first = await store.first(idempotencyKey, isKeyOf(claim));
  if ((first?.contentHash ?? contentHash) !== contentHash) return refusedWith(Code.duplicateRequest, 'storedBefore');
  if (first?.answer) return done((first.answer as { data: unknown }).data);
  if (first && first.createTime > at + skewMs) {
    // From before the clock was set back: whether its call still runs is known once the time has passed again.
    await store.change(idempotencyKey, { createTime: at }, isKeyOf(claim));
    return refused(Code.duplicateRequest);
  }
  if (first && first.createTime > at - abandonedMs) return refused(Code.duplicateRequest);
  await store.change(idempotencyKey, { createTime: at }, isKeyOf(claim));
  return 'claimed';
}

/**
 * Answers a write that repeats an Idempotency-Key with the earlier answer, and refuses the key with another input. A
 * refused attempt releases the key.
 */
export const answerRepeats: Idempotency = async ({ operation, input, key, context }, work) => {
  const { by, at, store } = context;
  // Public operations sign in and renew, and those of administrators and operators may give passwords: such answers are never stored.
  const hasSecrets = ['public', 'administrator', 'operator'].includes(operation.access);
  const isStored = operation.method !== 'GET' && operation.wire === 'envelope' && !hasSecrets;
  if (key === null || by === null || !isStored) return work();
  if (!Key.safeParse(key).success) return refused(Code.badRequest, { field: 'idempotency-key' });
  const name = `http:${by.kind}:${operation.method} ${operation.path}:${key.toLowerCase()}`;
  const claim = {
    store,
    userId: by.id,
    key: name,
    operation: operation.path,
    contentHash: contentHashOf(input),
    at,
  };
  const earlier = await claimKey(claim);
  if (earlier !== 'claimed') return earlier;
  const release = () => claim.store.remove(idempotencyKey, isKeyOf(claim));
  try {
    const outcome = await work();
    if (outcome.ok) await claim.store.change(idempotencyKey, { answer: { data: outcome.data } }, isKeyOf(claim));
    else await release();
    return outcome;
  } catch (cause) {
    await release();
    throw cause;
  }
};

/** Removes stored answers after a week. */
export async function removeOldAnswers(db: Database, at: number): Promise<void> {
  await platformWide(db)
    .delete(idempotencyKey)
    .where(and(like(idempotencyKey.key, 'http:%'), lte(idempotencyKey.createTime, at - retentionMs)));
}
