import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { faultOf, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import type { Db } from './connection.ts';
import { type EmbeddedClient, openEmbedded, type Watch } from './embedded/client.ts';
import { lockFolder } from './embedded/folderLock.ts';
import { createNamingClient, createStatementNames, planSeconds } from './namedStatements.ts';
import { migrationsFolder, refuseNewerSchema } from './schemaVersion.ts';

/** An open, migrated database. */
export type Store = {
  db: Db;
  engine: 'embedded' | 'postgres';
  /** Copies the embedded database while it is open. */
  copyTo?: EmbeddedClient['copyTo'];
  close(): Promise<void>;
};

const migrations = { migrationsFolder };
const casing = 'snake_case';

/** An arbitrary id of an advisory lock, so that processes that start together migrate one after the other. */
const migrationLock = 7_402_114;

/** Creates the platform's data folder; an obstacle is reported in one line. */
export function prepareFolder(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return path;
  } catch (cause) {
    throw new StartFailure(`The data folder ${path} cannot be written: ${reasonOf(cause)}`);
  }
}

type EmbeddedDriver = Parameters<typeof drizzleEmbedded>[0];

/** Opens the embedded database under `dataDir`, for this process alone. */
export async function openEmbeddedStore(
  dataDir: string,
  onDeath: (cause: Error) => void,
  watch: Watch = { watched: false },
): Promise<Store> {
  const folder = prepareFolder(dataDir);
  const lock = lockFolder(folder);
  let client: EmbeddedClient | undefined;
  try {
    const opened = await openEmbedded(join(folder, 'db'), onDeath, watch);
    client = opened;
    await refuseNewerSchema(async (text) => (await opened.query(text)).rows as Record<string, unknown>[]);
    // The client has the part of PGlite's interface that drizzle calls.
    const db = drizzleEmbedded(opened as unknown as NonNullable<EmbeddedDriver> as never, { casing });
    await migrateEmbedded(db, migrations);
    const close = async () => {
      await opened.close();
      lock.release();
    };
    return { db: db as unknown as Db, engine: 'embedded', copyTo: opened.copyTo, close };
  } catch (cause) {
    await client?.close();
    lock.release();
    if (cause instanceof StartFailure) throw cause;
    throw new StartFailure(`The embedded database in ${folder} does not open: ${reasonOf(cause)}`);
  }
}

const withoutSecrets = (url: string): string => {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

/** Connects to a PostgreSQL server. Lost connections are reported and replaced; they never end the process. */
export async function openPostgresStore(url: string, onLoss: (cause: Error) => void): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: createNamingClient(createStatementNames()),
    maxLifetimeSeconds: planSeconds,
    max: 16,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    // Compiling a plan takes longer than every statement here (a search: 300 ms instead of 6).
    options: '-c jit=off',
  });
  pool.on('error', onLoss);
  pool.on('connect', (client) => client.on('error', onLoss));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      await refuseNewerSchema(async (text) => (await client.query(text)).rows);
      await migratePg(drizzlePg(client, { casing }), migrations);
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    } finally {
      client.release();
    }
  } catch (cause) {
    await pool.end();
    if (cause instanceof StartFailure) throw cause;
    throw new StartFailure(`The database ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`);
  }
  return { db: drizzlePg(pool, { casing }) as unknown as Db, engine: 'postgres', close: () => pool.end() };
}

/** Opens the database that the settings name. The death of the embedded one ends the process. */
export function openStore(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Store> {
  if (databaseUrl !== null)
    return openPostgresStore(databaseUrl, (cause) => log.warn('a database connection was lost', faultOf(cause)));
  return openEmbeddedStore(dataDir, (cause) => {
    log.error('the embedded database has stopped', faultOf(cause));
    process.exit(1);
  });
}
