import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { callAdminPort } from '../admin/port.ts';
import { type EmbeddedConnection, openEmbedded } from '../db/embedded/client.ts';
import { fsyncTree } from '../db/embedded/durable.mjs';
import { lockFolder } from '../db/embedded/folderLock.ts';
import { isCreated, markerOf } from '../db/embedded/marker.mjs';
import { type Query, schemaTime } from '../db/schemaVersion.ts';
import { StartFailure } from '../startFailure.ts';
import { copyTree } from './fileTree.ts';
import type { DatabaseFacts } from './postgres.ts';
import { factsOfTables } from './tables.ts';

type Queries = Parameters<Parameters<EmbeddedConnection['copyTo']>[1]>[0];

const Facts = z.object({
  schemaTime: z.number(),
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
});
const copyPatienceMs = 3_600_000;
const databaseIn = (folder: string) => join(folder, 'database');

async function factsOf(db: Queries): Promise<DatabaseFacts> {
  const query: Query = async (text) => (await db.query(text)).rows as Record<string, unknown>[];
  return { schemaTime: await schemaTime(query), tables: await factsOfTables(query) };
}

const copyCommand = 'copy-database';

/** Counts the rows and copies the database, at one moment. */
const copy = (client: Pick<EmbeddedConnection, 'copyTo'>, folder: string) =>
  client.copyTo(databaseIn(folder), async (db) => {
    await db.query('BEGIN');
    try {
      // The platform's own role may not read every row.
      await db.query('SET LOCAL ROLE NONE');
      return await factsOf(db);
    } finally {
      await db.query('COMMIT');
    }
  });

/** Has the platform copy its database for a backup; null for any other command. */
export async function runCopyCommand(copyTo: EmbeddedConnection['copyTo'], [name, folder]: readonly string[]) {
  if (name !== copyCommand || folder === undefined) return null;
  return { ok: true, lines: [JSON.stringify(await copy({ copyTo }, folder))] };
}

async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = lockFolder(dataDir);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Opens the database of a locked folder as it is, without migrating it. */
async function withDatabase<T>(dataDir: string, work: (client: EmbeddedConnection) => Promise<T>): Promise<T> {
  const client = await openEmbedded(join(dataDir, 'db'), () => {}, { watched: false });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Copies the embedded database: the running platform does it, or this process where none runs. */
export async function copyEmbedded(dataDir: string, folder: string, by: string): Promise<DatabaseFacts> {
  if (!isCreated(join(dataDir, 'db')))
    throw new StartFailure(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the platform.`);
  const answer = await callAdminPort(dataDir, { args: [copyCommand, folder], by }, copyPatienceMs);
  if (answer === null) return withLock(dataDir, () => withDatabase(dataDir, (client) => copy(client, folder)));
  if (!answer.ok) throw new StartFailure(answer.lines.join('\n'));
  return Facts.parse(JSON.parse(answer.lines.join('')));
}

/** The folders of the copied database that hold no file. PostgreSQL needs them, and not every copy of a backup keeps them. */
export const emptyFoldersOf = (folder: string): string[] =>
  readdirSync(databaseIn(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(entry.parentPath, entry.name)).length === 0)
    .map((entry) => relative(databaseIn(folder), join(entry.parentPath, entry.name)));

/** Restores a copy into a data folder without a database, and returns what is in the database then. */
export const restoreEmbedded = (
  dataDir: string,
  folder: string,
  emptyFolders: readonly string[],
): Promise<DatabaseFacts> =>
  withLock(dataDir, async () => {
    const [whole, part] = [join(dataDir, 'db'), join(dataDir, 'db.part')];
    rmSync(part, { recursive: true, force: true });
    await copyTree(databaseIn(folder), part);
    for (const name of emptyFolders) mkdirSync(join(part, name), { recursive: true });
    renameSync(part, whole);
    fsyncTree(whole);
    writeFileSync(markerOf(whole), '');
    return withDatabase(dataDir, (client) => client.scoped(null).transaction(factsOf));
  });
