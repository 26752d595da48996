import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { isRowId } from './columns.ts';

type RowsOf<Row> = { rows: Row[] };

interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}

/** Queries of either engine, embedded or a PostgreSQL server. Inside a transaction use only the transaction. */
export type Db = PgDatabase<Rows, Record<string, never>>;

/** A statement that is sent before each query, in the same round trip, and takes effect until the query's transaction ends. */
export type Scope = { name: string; text: string; values: string[] };

const withScope: unique symbol = Symbol('withScope');

/**
 * The open database. It cannot be queried directly: `hospitalStore` binds it to a hospital, and the other ways are `platformWide`
 * and `outsideHospitals`.
 */
export type Database = { readonly [withScope]: (scope: Scope | null) => Db };

/** Keeps one `Db` for each scope, because caches and queues are kept by it. */
export function createDatabase(open: (scope: Scope | null) => Db): Database {
  const known = new Map<string, Db>();
  return {
    [withScope](scope) {
      const key = JSON.stringify(scope);
      const db = known.get(key) ?? open(scope);
      known.set(key, db);
      return db;
    },
  };
}

/** A scope for tests that prepare a database. @internal */
export const scopedTo = (database: Database, scope: Scope): Db => database[withScope](scope);

/** The setting that the row-level policies compare with a row's hospital. Without it they show no row. */
const hospitalScope = (value: string): Scope => ({
  name: 'cloudroom_hospital',
  text: `select set_config('cloudroom.hospital', $1, true)`,
  values: [value],
});

/** Queries that see one hospital's rows. A transaction, or what is bound already, stays as it is. */
export const ofHospital = (db: Database | Db, hospitalId: string): Db =>
  withScope in db ? db[withScope](hospitalScope(isRowId(hospitalId) ? hospitalId : '')) : db;

/**
 * Queries that see the rows of all hospitals: for jobs, and for what is looked up before a hospital is known. Each use is
 * listed with its reason in tests/server/db/isolation.test.ts.
 */
export const platformWide = (db: Database): Db => db[withScope](hospitalScope('*'));

/** Queries of tables that belong to no hospital, such as counters; rows of hospitals stay invisible. */
export const outsideHospitals = (db: Database): Db => db[withScope](null);
