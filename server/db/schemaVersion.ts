import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartFailure } from '../startFailure.ts';

export const migrationsFolder = join(import.meta.dirname, 'migrations');

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })).min(1) });

/** A migration by its time, which the database records, and its name. */
export type Migration = { when: number; tag: string };

/** The newest migration of this version of the platform. */
export function newestMigration(): Migration {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')));
  return entries.reduce((newest, entry) => (entry.when > newest.when ? entry : newest));
}

/** Runs one statement without parameters. */
export type Query = (statement: string) => Promise<Record<string, unknown>[]>;

/** The time of the newest migration that a database has had; 0 for an empty one. */
export async function schemaTime(query: Query): Promise<number> {
  const [found] = await query(`select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`);
  if (found?.isMigrated !== true) return 0;
  const [row] = await query('select coalesce(max(created_at), 0)::text as "time" from drizzle.__drizzle_migrations');
  return Number(row?.time);
}

/** Refuses a database that a newer version has migrated: this one would write rows that the newer schema forbids. */
export async function refuseNewerSchema(query: Query): Promise<void> {
  const { when, tag } = newestMigration();
  if ((await schemaTime(query)) <= when) return;
  throw new StartFailure(
    `The database is newer than this version of Cloudroom, which knows its schema up to ${tag}. Start the newer version, or restore the backup from before the upgrade.`,
  );
}
