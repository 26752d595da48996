import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';

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
