import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

type RowsOf<Row> = { rows: Row[] };

interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}

/** The database of either engine, embedded or a PostgreSQL server. Inside a transaction use only the transaction. */
export type Db = PgDatabase<Rows, Record<string, never>>;
