import { eq, lte, sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';
import { skewMs } from './elapsed.ts';
import { rateCounter } from './schema/sessions.ts';

export type Rate = { count: number; expireTime: number };

/** Counters for rate limits, shared by all processes. The caller puts the hospital or address into the key. */
export function createRates(database: Database, now: () => number) {
  const db = outsideHospitals(database);
  return {
    /** Increases a counter; its first hit starts the time window, and so does a clock that was set back. */
    async hit(key: string, windowMs: number): Promise<Rate> {
      const at = now();
      const over = sql`(${rateCounter.expireTime} <= ${at} or ${rateCounter.expireTime} > ${at + windowMs + skewMs})`;
      const [row] = await db
        .insert(rateCounter)
        .values({ key, count: 1, expireTime: at + windowMs })
        .onConflictDoUpdate({
          target: rateCounter.key,
          set: {
            count: sql`case when ${over} then 1 else ${rateCounter.count} + 1 end`,
            expireTime: sql`case when ${over} then ${at + windowMs} else ${rateCounter.expireTime} end`,
          },
        })
        .returning();
      return row ?? { count: 1, expireTime: at + windowMs };
    },
    /** Raises a counter to at least this count, for this long from now. */
    async raise(key: string, to: number, windowMs: number): Promise<void> {
      const expireTime = now() + windowMs;
      const count = sql`case when ${rateCounter.expireTime} <= ${now()} or ${rateCounter.expireTime} > ${expireTime + skewMs} then ${to}::int else greatest(${rateCounter.count}, ${to}::int) end`;
      await db
        .insert(rateCounter)
        .values({ key, count: to, expireTime })
        .onConflictDoUpdate({ target: rateCounter.key, set: { count, expireTime } });
    },
    /** The counter of a time window of this length. */
    async current(key: string, windowMs: number): Promise<Rate> {
      const [row] = await db.select().from(rateCounter).where(eq(rateCounter.key, key));
      const leftMs = row ? row.expireTime - now() : 0;
      return row && leftMs > 0 && leftMs <= windowMs + skewMs ? row : { count: 0, expireTime: 0 };
    },
    /** Lowers a counter, for hits that should not have counted. */
    async lower(key: string, by: number): Promise<void> {
      const count = sql`greatest(0, ${rateCounter.count} - ${by})`;
      await db.update(rateCounter).set({ count }).where(eq(rateCounter.key, key));
    },
    async clear(key: string): Promise<void> {
      await db.delete(rateCounter).where(eq(rateCounter.key, key));
    },
    async removeExpired(): Promise<void> {
      await db.delete(rateCounter).where(lte(rateCounter.expireTime, now()));
    },
  };
}

export type Rates = ReturnType<typeof createRates>;
