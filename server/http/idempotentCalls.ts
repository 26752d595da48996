import { and, eq, like, lte } from 'drizzle-orm';
import { z } from 'zod';
import { Code } from '../../contract/envelope.ts';
import type { Db } from '../db/connection.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { idempotencyKey } from '../db/schema/session.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Once } from './api.ts';

const abandonedMs = 60_000;
const keptMs = 7 * 24 * 3_600_000;
const Key = z.uuid();

type Claim = { store: Tenanted; userId: string; key: string; operation: string; at: number };

const claimed = ({ userId, key }: Claim) => and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));

/** Takes the key for a first attempt, or for one whose process died in the middle; else tells what came of the first. */
async function take(claim: Claim): Promise<'mine' | Outcome<unknown>> {
  const { store, at, userId, key, operation } = claim;
  const row = { tenantId: store.tenantId, userId, key, operation, answer: null, createTime: at };
  const taken = await store.db.insert(idempotencyKey).values(row).onConflictDoNothing().returning();
  if (taken.length > 0) return 'mine';
  const first = await store.first(idempotencyKey, claimed(claim));
  if (first?.answer) return done((first.answer as { data: unknown }).data);
  if (first && first.createTime > at - abandonedMs) return refused(Code.repeated);
  await store.change(idempotencyKey, { createTime: at }, claimed(claim));
  return 'mine';
}

/** Answers a write that carries the Idempotency-Key of an earlier one with that one's answer. A refused attempt leaves the key free. */
export const createOnce =
  ({ uow }: { uow: UnitOfWork }): Once =>
  async ({ operation, key, context }, work) => {
    const { user, tenantId, now } = context;
    // What anybody may call signs in and renews: its answers hold tokens, which are kept nowhere.
    const isKept = operation.method !== 'GET' && operation.wire === 'envelope' && operation.access !== 'public';
    if (key === null || user === null || !isKept) return work();
    if (!Key.safeParse(key).success) return refused(Code.badRequest, { field: 'idempotency-key' });
    const name = `http:${user.kind}:${operation.method} ${operation.path}:${key.toLowerCase()}`;
    const claim = { store: uow.read(tenantId), userId: user.id, key: name, operation: operation.path, at: now };
    const turn = await take(claim);
    if (turn !== 'mine') return turn;
    const free = () => claim.store.remove(idempotencyKey, claimed(claim));
    try {
      const outcome = await work();
      if (outcome.ok) await claim.store.change(idempotencyKey, { answer: { data: outcome.data } }, claimed(claim));
      else await free();
      return outcome;
    } catch (cause) {
      await free();
      throw cause;
    }
  };

/** Removes stored answers after a week. */
export async function forgetOldAnswers(db: Db, at: number): Promise<void> {
  await db
    .delete(idempotencyKey)
    .where(and(like(idempotencyKey.key, 'http:%'), lte(idempotencyKey.createTime, at - keptMs)));
}
