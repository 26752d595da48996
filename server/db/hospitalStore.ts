import { and, eq, type InferInsertModel, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Database, type Db, ofHospital } from './connection.ts';
import { isOneOf } from './textSearch.ts';

type HospitalTable = PgTable & { tenantId: AnyPgColumn };
type Row<T extends HospitalTable> = InferSelectModel<T>;
type Values<T extends HospitalTable> = Omit<InferInsertModel<T>, 'tenantId'>;
type Condition = SQL | undefined;

/**
 * The database restricted to one hospital, twice: the methods add the hospital's condition themselves, joins and pages use
 * `db` and add it for each table with `own`; and the database's policies hide every other hospital's rows.
 */
export function hospitalStore(database: Database | Db, hospitalId: string) {
  const db = ofHospital(database, hospitalId);
  const own = (table: HospitalTable, ...conditions: Condition[]) =>
    and(eq(table.tenantId, hospitalId), ...conditions) as SQL;

  async function rows<T extends HospitalTable>(table: T, ...conditions: Condition[]): Promise<Row<T>[]> {
    // drizzle cannot narrow the row type of a generic table, so the rows are cast, here and below.
    const found = db
      .select()
      .from(table as PgTable)
      .where(own(table, ...conditions));
    return (await found) as Row<T>[];
  }

  /**
   * Rows by their keys. The hospital is compared without an index: the embedded database has no table statistics and would
   * otherwise scan all rows of the hospital instead of using the keys.
   */
  async function named<T extends HospitalTable & { id: AnyPgColumn }>(
    table: T,
    ids: readonly string[],
    ...conditions: Condition[]
  ): Promise<Row<T>[]> {
    if (ids.length === 0) return [];
    const isOwn = sql`${table.tenantId} + 0 = ${hospitalId}::bigint`;
    const found = db
      .select()
      .from(table as PgTable)
      .where(and(isOneOf(table.id, ids), isOwn, ...conditions));
    return (await found) as Row<T>[];
  }

  async function first<T extends HospitalTable>(table: T, ...conditions: Condition[]): Promise<Row<T> | null> {
    const found = db
      .select()
      .from(table as PgTable)
      .where(own(table, ...conditions))
      .limit(1);
    return ((await found)[0] as Row<T> | undefined) ?? null;
  }

  /** Like `first`, and locks the row until the transaction ends. */
  async function locked<T extends HospitalTable>(table: T, ...conditions: Condition[]): Promise<Row<T> | null> {
    const found = db
      .select()
      .from(table as PgTable)
      .where(own(table, ...conditions))
      .limit(1)
      .for('update');
    return ((await found)[0] as Row<T> | undefined) ?? null;
  }

  async function count(table: HospitalTable, ...conditions: Condition[]): Promise<number> {
    return db.$count(table, own(table, ...conditions));
  }

  async function add<T extends HospitalTable>(table: T, values: Values<T>): Promise<Row<T>> {
    const [row] = await db
      .insert(table as PgTable)
      .values({ ...values, tenantId: hospitalId })
      .returning();
    return row as Row<T>;
  }

  async function addAll<T extends HospitalTable>(table: T, values: Values<T>[]): Promise<Row<T>[]> {
    const owned = values.map((value) => ({ ...value, tenantId: hospitalId }));
    const added: Row<T>[] = [];
    for (let at = 0; at < owned.length; at += 500) {
      const rows = db
        .insert(table as PgTable)
        .values(owned.slice(at, at + 500))
        .returning();
      added.push(...((await rows) as Row<T>[]));
    }
    return added;
  }

  /** Changes the rows that meet the conditions and returns the changed rows. */
  async function change<T extends HospitalTable>(
    table: T,
    to: PgUpdateSetSource<T>,
    ...conditions: Condition[]
  ): Promise<Row<T>[]> {
    const changed = db
      .update(table as PgTable)
      .set(to)
      .where(own(table, ...conditions))
      .returning();
    return (await changed) as Row<T>[];
  }

  async function remove<T extends HospitalTable>(table: T, ...conditions: Condition[]): Promise<Row<T>[]> {
    const removed = db
      .delete(table as PgTable)
      .where(own(table, ...conditions))
      .returning();
    return (await removed) as Row<T>[];
  }

  return { hospitalId, db, own, rows, named, first, locked, count, add, addAll, change, remove };
}

export type HospitalStore = ReturnType<typeof hospitalStore>;
