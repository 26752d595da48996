import { and, eq } from 'drizzle-orm';
import { done, type Outcome } from './outcome.ts';
import { idempotencyKey } from './schema/sessions.ts';
import type { Transaction } from './unitOfWork.ts';

/** One intent of one person: whatever is sent again under the same key is the same intent. */
export type Intent = { userId: string; key: string; operation: string; at: number };

/**
 * Does `work` once per intent and answers a repeat with the first answer, whatever the repeat says. The key is taken
 * before the work and in its transaction: a parallel repeat waits, and a refused attempt leaves the key free.
 */
export async function once<T>(
  tx: Transaction,
  { userId, key, operation, at }: Intent,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { tenantId, db } = tx;
  const taken = await db
    .insert(idempotencyKey)
    .values({ tenantId, userId, key, operation, answer: null, createTime: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  const mine = and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
  if (taken.length === 0) {
    const earlier = await tx.first(idempotencyKey, mine);
    // Written by this very function for the same operation, so it has the answer's shape.
    return done(earlier?.answer as T);
  }
  const outcome = await work();
  if (outcome.ok) await tx.change(idempotencyKey, { answer: outcome.data }, mine);
  return outcome;
}
