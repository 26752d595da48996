import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDurable } from '../../../server/db/embedded/durable.mjs';
import { openEmbeddedStore, openPostgresStore, type Store } from '../../../server/db/open.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { migrationsFolder, newestMigration } from '../../../server/db/schemaVersion.ts';
import { withOwner } from '../../support/database.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

vi.setConfig({ testTimeout: 120_000 });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The migrations of the first version. */
function firstMigrations(): string {
  const folder = join(newFolder(), 'migrations');
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 2) }));
  return folder;
}

/** Rows that the first version could have stored. */
const rows = [
  `insert into tenant (id, name) values (7, 'An old hospital')`,
  `insert into staff (tenant_id, username, password_hash, name, mobile, is_auditor, create_time)
     values (7, 'doctor77', 'x', 'Doctor', '13800000077', false, 1)`,
];

type Run = (statement: string) => Promise<unknown>;

const embedded = async () => {
  const folder = newFolder();
  const pglite = await openDurable(join(folder, 'db'));
  await migrateEmbedded(drizzleEmbedded(pglite), { migrationsFolder: firstMigrations() });
  for (const row of rows) await pglite.query(row);
  await pglite.close();
  return { open: () => openEmbeddedStore(folder, () => {}) };
};

const postgres = async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const url = await server.database();
  const pool = new pg.Pool({ connectionString: url });
  await migratePg(drizzlePg(pool), { migrationsFolder: firstMigrations() });
  const run: Run = (statement) => pool.query(statement);
  for (const row of rows) await run(row);
  await pool.end();
  return { open: () => openPostgresStore(url, () => {}) };
};

const engines: [string, () => Promise<{ open: () => Promise<Store> }>][] = [
  ['the embedded database', embedded],
  ...(hasPostgres ? ([['PostgreSQL', postgres]] satisfies [string, typeof postgres][]) : []),
];

describe.each(engines)('%s', (_, old) => {
  test('of the first version is migrated with its rows, and refused by a version older than itself', async () => {
    const { open } = await old();
    const store = await open();
    const { owner } = withOwner(store.db);
    const found = await owner.select().from(staff);
    expect(found).toEqual([expect.objectContaining({ tenantId: '7', username: 'doctor77', headsDept: false })]);
    const [newest] = (await owner.execute(sql`select max(created_at)::text as time from drizzle.__drizzle_migrations`))
      .rows;
    expect(newest).toEqual({ time: String(newestMigration().when) });

    await owner.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${newestMigration().when + 1})`,
    );
    await store.close();
    await expect(open()).rejects.toThrow(
      /^The database is newer than this version of Cloudroom, which knows its schema up to \d{4}_\w+\. Start the newer version, or restore the backup from before the upgrade\.$/,
    );
    // A refused start frees the data folder.
    await expect(open()).rejects.toThrow(/^The database is newer/);
  });
});
