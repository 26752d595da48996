import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, outsideHospitals } from '../../server/db/connection.ts';

/** Vacuums filled tables, which only their owner may, and only alone; this keeps autovacuum out of the measurement. */
export async function vacuum(database: Database, tables: readonly string[], url = process.env.DATABASE_URL) {
  const statements = [...tables.map((table) => `vacuum analyze ${table}`), 'checkpoint'];
  if (url !== undefined) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return client.end();
  }
  const db = outsideHospitals(database);
  for (const statement of ['set role none', ...statements, 'set role cloudroom_app'])
    await db.execute(sql.raw(statement));
}
