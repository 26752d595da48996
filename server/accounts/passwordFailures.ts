import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { passwordFailure } from '../db/schema/sessions.ts';

const dayMs = 24 * 3_600_000;

/**
 * What wrong passwords for one account cost the next try: from the third on a puzzle and a wait that doubles, from the
 * sixth on a code by SMS. They are forgotten a day after the last one.
 */
export const ladder = {
  puzzleFrom: 3,
  codeFrom: 6,
  firstWaitMs: 10_000,
  longestWaitMs: 15 * 60_000,
  forgottenAfterMs: dayMs,
} as const;

/** How many wrong passwords there were, and when the next password may be tried. */
export type Failures = { count: number; freeTime: number };

/** Counts wrong passwords, for all processes together. Keys name their hospital themselves. */
export function createPasswordFailures(db: Db, now: () => number) {
  const { count, freeTime, expireTime, key: keyColumn } = passwordFailure;
  const waitAfter = (failures: ReturnType<typeof sql>) => sql`case when ${failures} < ${ladder.puzzleFrom}::int then 0
else least(${ladder.longestWaitMs}::bigint, ${ladder.firstWaitMs}::bigint * power(2, least(${failures} - ${ladder.puzzleFrom}::int, 20))::bigint) end`;

  return {
    async current(key: string): Promise<Failures> {
      const [row] = await db.select().from(passwordFailure).where(eq(keyColumn, key));
      return row && row.expireTime > now() ? row : { count: 0, freeTime: 0 };
    },
    /**
     * Counts a try as wrong before its password is looked at, so that tries at the same time cannot all be free. False when
     * the next try is not due yet; `waits` false skips the wait.
     */
    async charge(key: string, { waits }: { waits: boolean }): Promise<boolean> {
      const at = sql`${now()}::bigint`;
      const next = sql`(case when ${expireTime} <= ${at} then 1 else ${count} + 1 end)`;
      const charged = await db
        .insert(passwordFailure)
        .values({ key, count: 1, freeTime: now(), expireTime: now() + ladder.forgottenAfterMs })
        .onConflictDoUpdate({
          target: keyColumn,
          set: {
            count: next,
            freeTime: sql`${at} + ${waitAfter(next)}`,
            expireTime: sql`${at} + ${ladder.forgottenAfterMs}::bigint`,
          },
          ...(waits ? { setWhere: sql`${freeTime} <= ${at} or ${expireTime} <= ${at}` } : {}),
        })
        .returning();
      return charged.length === 1;
    },
    /** Takes back so many; the next try is due at once. */
    async takeBack(key: string, by: number): Promise<void> {
      const change = { count: sql`greatest(0, ${count} - ${by}::int)`, freeTime: now() };
      await db.update(passwordFailure).set(change).where(eq(keyColumn, key));
    },
    async forgetOld(): Promise<void> {
      await db.delete(passwordFailure).where(lte(expireTime, now()));
    },
  };
}

export type PasswordFailures = ReturnType<typeof createPasswordFailures>;
