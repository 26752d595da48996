import { sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from '../db/connection.ts';
import { type BucketStore, indexTakes } from './bucketStore.ts';
import { refillMs } from './tokenBuckets.ts';

/** Buckets in the database, by its clock: the function `take_tokens` decides takes in order. */
export function createDatabaseBuckets(database: Database): BucketStore {
  const db = outsideHospitals(database);
  return {
    async take(all) {
      const { keys, rates, takes } = indexTakes(all);
      const refills = rates.map(refillMs);
      const uses = takes.flatMap(({ cost, buckets }, take) =>
        buckets.map((bucket) => ({
          take: take + 1,
          bucket,
          cost: (cost / (rates[bucket - 1]?.perSecond ?? 1)) * 1_000,
        })),
      );
      const { rows } = await db.execute<{ waits: number[] }>(
        sql`select take_tokens(${sql.param(keys)}::text[], ${sql.param(refills)}::float8[], ${takes.length}::int,
          ${sql.param(uses.map(({ take }) => take))}::int[], ${sql.param(uses.map(({ bucket }) => bucket))}::int[],
          ${sql.param(uses.map(({ cost }) => cost))}::float8[]) as waits`,
      );
      return rows[0]?.waits ?? [];
    },
    async removeFull() {
      // In the order in which takes lock them, and without those that one is about to use.
      await db.execute(sql`delete from token_bucket where key in (
        select key from token_bucket where full_time <= extract(epoch from clock_timestamp()) * 1000
        order by key for update skip locked)`);
    },
  };
}
