import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { type Query, schemaTime } from '../db/schemaVersion.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { factsOfTables, type TableFacts, tablesOf } from './tables.ts';

export type DatabaseFacts = { schemaTime: number; tables: Record<string, TableFacts> };

const dumpIn = (folder: string) => join(folder, 'database.dump');

/** Runs a program of PostgreSQL. The password goes through its environment, because everyone sees command lines. */
async function run(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password) || (address.searchParams.get('password') ?? '');
  address.password = '';
  address.searchParams.delete('password');
  const child = spawn(program, [...args, `--dbname=${address}`], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new StartFailure(
          `${program} was not found on PATH. Install PostgreSQL's client programs of the server's version or newer (Debian: postgresql-client).`,
        ),
      ),
    );
    child.once('close', resolve);
  });
  if (code === 0) return;
  const reason = said.split('\n').find((line) => /error|fatal/i.test(line)) ?? said.trim().split('\n').at(-1);
  throw new StartFailure(`${program} failed: ${reason || `it ended with ${code}`}`);
}

/** Connects for one task. */
async function withClient<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new StartFailure(`The database cannot be reached: ${reasonOf(cause)}`);
  }
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

const factsOf = async (query: Query): Promise<DatabaseFacts> => ({
  schemaTime: await schemaTime(query),
  tables: await factsOfTables(query),
});

/** Dumps the database and counts its rows in the same snapshot, while the platform runs. */
export const dumpPostgres = (url: string, folder: string): Promise<DatabaseFacts> =>
  withClient(url, async (query) => {
    await query('begin isolation level repeatable read read only');
    const [snapshot] = await query('select pg_export_snapshot() as "id"');
    const facts = await factsOf(query);
    if (facts.schemaTime === 0)
      throw new StartFailure('There is nothing to back up: the database has no tables of Cloudroom.');
    const options = ['--format=custom', '--no-owner', `--snapshot=${snapshot?.id}`, `--file=${dumpIn(folder)}`];
    await run('pg_dump', url, options);
    return facts;
  });

export const refuseUsedPostgres = (url: string): Promise<void> =>
  withClient(url, async (query) => {
    const [table] = await tablesOf(query);
    if (table !== undefined)
      throw new StartFailure(`The database is not empty (it has ${table}). Restore into a new, empty database.`);
  });

/**
 * Restores a dump into an empty database, completely or not at all, and returns the facts of the restored database. Rights of
 * roles are left out, because the platform grants them when it starts.
 */
export async function restorePostgres(url: string, folder: string): Promise<DatabaseFacts> {
  await run('pg_restore', url, [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    dumpIn(folder),
  ]);
  return withClient(url, async (query) => {
    await query('begin read only');
    return factsOf(query);
  });
}
