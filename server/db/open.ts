import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { faultOf, type Log } from '../log.ts';
import type { PoolState } from '../observe/metrics.ts';
import type { WatchStatement } from '../observe/statements.ts';
import type { PoolSettings, Settings } from '../settings.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { applicationRole, ensureApplicationRole, refuseStrongRole, secureTables } from './applicationRole.ts';
import { createDatabase, type Database, type Db, type Scope } from './connection.ts';
import { type EmbeddedClient, type EmbeddedConnection, openEmbedded, type Watch } from './embedded/client.ts';
import { lockFolder } from './embedded/folderLock.ts';
import { makeFolder } from './makeFolder.ts';
import { watchPool } from './namedStatements.ts';
import { connectionOptions, createPool, overPool, watchSilence } from './pool.ts';
import { migrationsFolder, refuseNewerSchema } from './schemaVersion.ts';

/** An open, migrated database. */
export type Store = {
  db: Database;
  engine: 'embedded' | 'postgres';
  pool(): PoolState;
  /** Copies the embedded database while it is open. */
  copyTo?: EmbeddedConnection['copyTo'];
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
    makeFolder(path);
    accessSync(path, constants.W_OK);
    return path;
  } catch (cause) {
    throw new StartFailure(`The data folder ${path} cannot be written: ${reasonOf(cause)}`);
  }
}

type EmbeddedDriver = NonNullable<Parameters<typeof drizzleEmbedded>[0]>;

// The client has the part of PGlite's interface that drizzle calls.
const drizzleOver = (client: EmbeddedClient) =>
  drizzleEmbedded(client as unknown as EmbeddedDriver as never, { casing }) as never;

type Scoped = (scope: Scope | null) => EmbeddedClient;

/** Migrates the embedded database as its owner, and then takes the application's role on its only connection. */
export async function prepareEmbedded(scoped: Scoped): Promise<Database> {
  const client = scoped(null);
  await refuseNewerSchema(async (text) => (await client.query(text)).rows as Record<string, unknown>[]);
  await migrateEmbedded(drizzleOver(client), migrations);
  const run = (text: string, values?: string[]) =>
    client.query(text, values) as Promise<{ rows: Record<string, unknown>[] }>;
  await ensureApplicationRole(run);
  await secureTables(run, applicationRole);
  const database = await takeRole(scoped);
  await refuseStrongRole(run);
  return database;
}

/** A prepared embedded database in the application's role, which its only connection takes. */
export async function takeRole(scoped: Scoped): Promise<Database> {
  await scoped(null).query(`set role ${applicationRole}`);
  return createDatabase((scope) => drizzleOver(scoped(scope)) as Db);
}

/** Opens the embedded database under `dataDir`, for this process alone. */
export async function openEmbeddedStore(
  dataDir: string,
  onDeath: (cause: Error) => void,
  watch: Watch = { watched: false },
  watchStatement: WatchStatement | null = null,
): Promise<Store> {
  const folder = prepareFolder(dataDir);
  const lock = lockFolder(folder);
  let connection: EmbeddedConnection | undefined;
  try {
    connection = await openEmbedded(join(folder, 'db'), onDeath, watch, watchStatement);
    const { scoped, state, copyTo, close } = connection;
    const db = await prepareEmbedded(scoped);
    const closeAll = async () => {
      await close();
      lock.release();
    };
    return { db, engine: 'embedded', pool: state, copyTo, close: closeAll };
  } catch (cause) {
    await connection?.close();
    lock.release();
    if (cause instanceof StartFailure) throw cause;
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
  silenceMs: 5_000,
};

/** Migrates and secures the database as the owner of its tables. */
async function prepare(url: string, role: string | null): Promise<void> {
  // A migration of a large table, and waiting for another process's, may take as long as they need.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, options: connectionOptions });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseNewerSchema(async (text) => (await client.query(text)).rows);
    await migratePg(drizzlePg(client, { casing }), migrations);
    const run = (text: string, values?: string[]) => client.query(text, values);
    if (role === null) await ensureApplicationRole(run);
    await secureTables(run, role ?? applicationRole);
  } finally {
    await client.end();
  }
}

/** The code of a failed statement, also where drizzle has wrapped it. */
const codeOf = (cause: unknown): unknown =>
  Reflect.get(Object(cause instanceof DrizzleQueryError ? cause.cause : cause), 'code');

const noOwner = (url: string, migrationUrl: string | null) =>
  migrationUrl === null
    ? `The role of DATABASE_URL may not migrate ${withoutSecrets(url)}. Set MIGRATION_DATABASE_URL to the owner of its tables.`
    : `The role of MIGRATION_DATABASE_URL may not migrate ${withoutSecrets(migrationUrl)}. It must own the database and its tables.`;

async function userOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ me: string }>('select current_user as me');
  return rows[0]?.me ?? '';
}

type PostgresOptions = {
  migrationUrl?: string | null;
  watchStatement?: WatchStatement | null;
  limits?: PoolSettings;
};

/**
 * Connects to a PostgreSQL server. With `migrationUrl` the tables belong to its role, and that of `url` has no rights but those
 * that it is given; without, the role of `url` owns them, and the platform takes another one on every connection. Lost
 * connections are reported and replaced; they never end the process.
 */
export async function openPostgresStore(
  url: string,
  onLoss: (cause: Error) => void,
  { migrationUrl = null, watchStatement = null, limits = defaultPool }: PostgresOptions = {},
): Promise<Store> {
  const silence = watchSilence(url, limits);
  const role = migrationUrl === null ? applicationRole : null;
  const pool = createPool(url, { role, watchStatement, silence, limits });
  if (watchStatement) watchPool(pool, watchStatement);
  pool.on('error', onLoss);
  pool.on('connect', (client) => client.on('error', onLoss));
  try {
    await prepare(migrationUrl ?? url, migrationUrl === null ? null : await userOf(pool));
    await refuseStrongRole((text, values) => pool.query(text, values));
  } catch (cause) {
    await pool.end();
    if (cause instanceof StartFailure) throw cause;
    if (codeOf(cause) === '42501') throw new StartFailure(noOwner(url, migrationUrl));
    throw new StartFailure(`The database ${withoutSecrets(migrationUrl ?? url)} cannot be used: ${reasonOf(cause)}`);
  }
  const db = createDatabase((scope) => overPool(pool, scope));
  const state = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  async function close() {
    await pool.end();
    silence.stop();
  }
  return { db, engine: 'postgres', pool: state, close };
}

/** Opens the database that the settings name. The death of the embedded one ends the process. */
export function openStore(
  {
    databaseUrl,
    migrationDatabaseUrl,
    dataDir,
    pool,
  }: Pick<Settings, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataDir' | 'pool'>,
  log: Log,
  watchStatement: WatchStatement | null = null,
): Promise<Store> {
  if (databaseUrl !== null) {
    const onLoss = (cause: Error) => log.warn('a database connection was lost', faultOf(cause));
    return openPostgresStore(databaseUrl, onLoss, { migrationUrl: migrationDatabaseUrl, watchStatement, limits: pool });
  }
  const onDeath = (cause: Error) => {
    log.error('the embedded database has stopped', faultOf(cause));
    process.exit(1);
  };
  return openEmbeddedStore(dataDir, onDeath, { watched: false }, watchStatement);
}
