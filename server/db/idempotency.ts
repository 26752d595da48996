import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { done, type Outcome, refusedWith } from './outcome.ts';
import { idempotencyKey } from './schema/sessions.ts';
import type { Transaction } from './unitOfWork.ts';

/** One intent of one person; `content` is what they ask for. */
export type Intent = { userId: string; key: string; operation: string; at: number; content: unknown };

export const contentHashOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'hex');

/**
 * Does `work` once per intent and answers a repeat with the first answer. A repeat with other content is refused, with the
 * first answer as its data: a success would say that something is stored which is not. The key is taken before the work
 * and in its transaction: a parallel repeat waits, and a refused attempt leaves the key free.
 */
export async function once<T>(
  tx: Transaction,
  { userId, key, operation, at, content }: Intent,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { tenantId, db } = tx;
  const contentHash = contentHashOf(content);
  const taken = await db
    .insert(idempotencyKey)
    .values({ tenantId, userId, key, operation, contentHash, answer: null, createTime: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  const mine = and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
  if (taken.length === 0) {
    const earlier = await tx.first(idempotencyKey, mine);
    if ((earlier?.contentHash ?? contentHash) !== contentHash)
      return refusedWith(Code.repeated, 'storedBefore', earlier?.answer);
    // Written by this very function for the same operation, so it has the answer's shape.
    return done(earlier?.answer as T);
  }
  const outcome = await work();
  if (outcome.ok) await tx.change(idempotencyKey, { answer: outcome.data }, mine);
  return outcome;
}
