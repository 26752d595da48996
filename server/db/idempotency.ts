import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { done, type Outcome, refusedWith } from './outcome.ts';
import { idempotencyKey } from './schema/sessions.ts';
import type { Transaction } from './unitOfWork.ts';

/** A person's request that must take effect once; `content` is what it requests. */
export type OnceRequest = { userId: string; key: string; operation: string; at: number; content: unknown };

/** Runs `work` once for a request that may be repeated, and as it is for one that is null. */
export const runOnceIf = <T>(tx: Transaction, request: OnceRequest | null, work: () => Promise<Outcome<T>>) =>
  request === null ? work() : runOnce(tx, request, work);

export const contentHashOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'hex');

/**
 * Runs `work` once per key and answers repeats with the first answer. A repeat with different content is refused, with the
 * first answer as its data, because a success would claim that its content is stored. The key is inserted before the work
 * and in the same transaction: a parallel repeat waits, and a refused attempt releases the key.
 */
export async function runOnce<T>(
  tx: Transaction,
  { userId, key, operation, at, content }: OnceRequest,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { hospitalId, db } = tx;
  const contentHash = contentHashOf(content);
  const inserted = await db
    .insert(idempotencyKey)
    .values({ tenantId: hospitalId, userId, key, operation, contentHash, answer: null, createTime: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  const mine = and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
  if (inserted.length === 0) {
    const earlier = await tx.first(idempotencyKey, mine);
    if ((earlier?.contentHash ?? contentHash) !== contentHash)
      return refusedWith(Code.duplicateRequest, 'storedBefore', earlier?.answer);
    // This function stored it for the same operation, so it has the answer's type.
    return done(earlier?.answer as T);
  }
  const outcome = await work();
  if (outcome.ok) await tx.change(idempotencyKey, { answer: outcome.data }, mine);
  return outcome;
}
