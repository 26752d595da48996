import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';
import { rateCounter } from './schema/sessions.ts';

type Journal = { entries: { when: number }[] };

const newestMigration = () => {
  const written = readFileSync(join(import.meta.dirname, 'migrations', 'meta', '_journal.json'), 'utf8');
  return Math.max(...(JSON.parse(written) as Journal).entries.map(({ when }) => when));
};

export async function answers(db: Database): Promise<boolean> {
  await outsideHospitals(db).execute(sql`select 1`);
  return true;
}

/** Whether the database has every migration of this version; a newer version may have added others during an upgrade. */
export function createMigrationCheck(db: Database): () => Promise<boolean> {
  const newest = newestMigration();
  return async () => {
    const { rows } = await outsideHospitals(db).execute<{ last: unknown }>(
      sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
    );
    return Number(rows[0]?.last ?? 0) >= newest;
  };
}

/** More than the free space of pages that a disk without space still lets rows into. */
const [probeRows, probeChars] = [300, 960];

/** Writes rows that need new space, and undoes that. */
async function writes(db: Database): Promise<void> {
  const filling = sql`select n || repeat(md5(n::text), ${probeChars / 32}::int), 1, 0 from generate_series(1, ${probeRows}::int) n`;
  const undone = outsideHospitals(db).transaction(async (tx) => {
    await tx.execute(sql`insert into ${rateCounter} (key, count, expire_time) ${filling}`);
    tx.rollback();
  });
  await undone.catch((cause: unknown) => {
    if (!(cause instanceof TransactionRollbackError)) throw cause;
  });
}

/**
 * Whether what people send can be stored: a full or read-only database still answers. Writing is tried only after something
 * could not be stored, so that this costs nothing while all is well.
 */
export function createWriteCheck(db: Database) {
  let isInDoubt = false;
  return {
    /** Something could not be stored. */
    doubt(): void {
      isInDoubt = true;
    },
    async works(): Promise<boolean> {
      if (!isInDoubt) return true;
      isInDoubt = false;
      try {
        await writes(db);
      } catch (cause) {
        isInDoubt = true;
        throw cause;
      }
      return true;
    },
  };
}
