import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { faultOf, type Log } from '../log.ts';
import type { PoolSettings, Settings } from '../settings.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import type { Db } from './connection.ts';
import { openEmbedded, type Watch } from './embedded/client.ts';
import { lockFolder } from './embedded/folderLock.ts';
import { createNamingClient, createStatementNames, planSeconds } from './namedStatements.ts';

/** An open, migrated database. */
export type Store = { db: Db; engine: 'embedded' | 'postgres'; close(): Promise<void> };

const migrations = { migrationsFolder: join(import.meta.dirname, 'migrations') };
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
  try {
    const client = await openEmbedded(join(folder, 'db'), onDeath, watch);
    // The client has the part of PGlite's interface that drizzle calls.
    const db = drizzleEmbedded(client as unknown as NonNullable<EmbeddedDriver> as never, { casing });
    await migrateEmbedded(db, migrations);
    const close = async () => {
      await client.close();
      lock.release();
    };
    return { db: db as unknown as Db, engine: 'embedded', close };
  } catch (cause) {
    lock.release();
    throw new StartFailure(`The embedded database in ${folder} does not open: ${reasonOf(cause)}`);
  }
}

/** The address of a database for an operator. */
export const withoutSecrets = (url: string): string => {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

const defaultPool: PoolSettings = {
  size: 16,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  idleTransactionTimeoutMs: 30_000,
};

/** Connects to a PostgreSQL server. Lost connections are reported and replaced; they never end the process. */
export async function openPostgresStore(
  url: string,
  onLoss: (cause: Error) => void,
  limits: PoolSettings = defaultPool,
): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: createNamingClient(createStatementNames()),
    maxLifetimeSeconds: planSeconds,
    application_name: 'cloudroom',
    max: limits.size,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    idleTimeoutMillis: limits.idleTimeoutMs,
    keepAlive: true,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    // Compiling a plan takes longer than every statement here (a search: 300 ms instead of 6).
    options: '-c jit=off',
  });
  pool.on('error', onLoss);
  pool.on('connect', (client) => client.on('error', onLoss));
  try {
    const client = await pool.connect();
    try {
      // A migration of a large table, and waiting for another process's, may take as long as they need.
      await client.query('set statement_timeout = 0; set lock_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      await migratePg(drizzlePg(client, { casing }), migrations);
    } finally {
      // Closing this connection, whose timeouts are changed, also unlocks.
      client.release(true);
    }
  } catch (cause) {
    await pool.end();
    throw new StartFailure(`The database ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`);
  }
  return { db: drizzlePg(pool, { casing }) as unknown as Db, engine: 'postgres', close: () => pool.end() };
}

/** Opens the database that the settings name. The death of the embedded one ends the process. */
export function openStore(
  { databaseUrl, dataDir, pool }: Pick<Settings, 'databaseUrl' | 'dataDir' | 'pool'>,
  log: Log,
): Promise<Store> {
  if (databaseUrl !== null)
    return openPostgresStore(databaseUrl, (cause) => log.warn('a database connection was lost', faultOf(cause)), pool);
  return openEmbeddedStore(dataDir, (cause) => {
    log.error('the embedded database has stopped', faultOf(cause));
    process.exit(1);
  });
}
