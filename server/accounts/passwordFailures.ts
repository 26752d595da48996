import { eq, lte, or, sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { passwordFailure } from '../db/schema/sessions.ts';

const dayMs = 24 * 3_600_000;

/**
 * The limits that wrong passwords put on an account: from the third one a puzzle and a wait that doubles, from the sixth one
 * a code by SMS. They expire a day after the last one.
 */
export const failureLimits = {
  puzzleFrom: 3,
  codeFrom: 6,
  firstWaitMs: 10_000,
  maxWaitMs: 15 * 60_000,
  expireAfterMs: dayMs,
} as const;

/** The number of wrong passwords, and the time of the next allowed attempt. */
export type Failures = { count: number; freeTime: number };

/** Counts wrong passwords, for all processes. The caller puts the hospital into the key. */
export function createPasswordFailures(database: Database, now: () => number) {
  const db = outsideHospitals(database);
  const { count, freeTime, expireTime, key: keyColumn } = passwordFailure;
  const waitAfter = (
    failures: ReturnType<typeof sql>,
  ) => sql`case when ${failures} < ${failureLimits.puzzleFrom}::int then 0
else least(${failureLimits.maxWaitMs}::bigint, ${failureLimits.firstWaitMs}::bigint * power(2, least(${failures} - ${failureLimits.puzzleFrom}::int, 20))::bigint) end`;

  return {
    /** A wait that is longer than the longest is from before the clock was set back, and has ended. */
    async current(key: string): Promise<Failures> {
      const [row] = await db.select().from(passwordFailure).where(eq(keyColumn, key));
      if (!row || row.expireTime <= now()) return { count: 0, freeTime: 0 };
      return row.freeTime > now() + failureLimits.maxWaitMs + skewMs ? { ...row, freeTime: 0 } : row;
    },
    /**
     * Counts an attempt as wrong before its password is checked, so that concurrent attempts all count. Returns false when
     * the next attempt is not allowed yet; `waits: false` ignores the wait.
     */
    async countAttempt(key: string, { waits }: { waits: boolean }): Promise<boolean> {
      const at = sql`${now()}::bigint`;
      const latest = sql`${now() + failureLimits.maxWaitMs + skewMs}::bigint`;
      const next = sql`(case when ${expireTime} <= ${at} then 1 else ${count} + 1 end)`;
      const counted = await db
        .insert(passwordFailure)
        .values({ key, count: 1, freeTime: now(), expireTime: now() + failureLimits.expireAfterMs })
        .onConflictDoUpdate({
          target: keyColumn,
          set: {
            count: next,
            freeTime: sql`${at} + ${waitAfter(next)}`,
            expireTime: sql`${at} + ${failureLimits.expireAfterMs}::bigint`,
          },
          ...(waits
            ? { setWhere: sql`${freeTime} <= ${at} or ${expireTime} <= ${at} or ${freeTime} > ${latest}` }
            : {}),
        })
        .returning();
      return counted.length === 1;
    },
    /** Removes wrong passwords from the count and ends the wait. */
    async forgive(key: string, by: number): Promise<void> {
      const change = { count: sql`greatest(0, ${count} - ${by}::int)`, freeTime: now() };
      await db.update(passwordFailure).set(change).where(eq(keyColumn, key));
    },
    /** Removes all wrong passwords of an account, also those of its known devices, whose keys continue the account's. */
    async forget(key: string): Promise<void> {
      await db.delete(passwordFailure).where(or(eq(keyColumn, key), sql`starts_with(${keyColumn}, ${`${key}:`})`));
    },
    async removeExpired(): Promise<void> {
      await db.delete(passwordFailure).where(lte(expireTime, now()));
    },
  };
}

export type PasswordFailures = ReturnType<typeof createPasswordFailures>;
