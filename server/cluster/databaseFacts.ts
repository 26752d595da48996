import { sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from '../db/connection.ts';
import { type FactStore, keptMs } from './factStore.ts';

/** Facts in the database, in tables that are empty after it has crashed. */
export function createDatabaseFacts(database: Database): FactStore {
  const db = outsideHospitals(database);
  return {
    async write(member, facts) {
      const stated = facts.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
      const withdrawn = facts.flatMap(([key, value]) => (value === null ? [key] : []));
      await db.execute(sql`
        with process as (
          insert into cluster_process (id) values (${member}) on conflict (id) do update set seen_time = now() returning id
        ), withdrawn as (
          delete from cluster_fact where process_id = ${member} and key = any (${sql.param(withdrawn)}::text[])
        )
        insert into cluster_fact (process_id, key, value)
        select process.id, f.key, f.value from process,
          unnest(${sql.param(stated.map(({ key }) => key))}::text[], ${sql.param(stated.map(({ value }) => value))}::text[]) as f(key, value)
        on conflict (process_id, key) do update set value = excluded.value`);
    },
    async read(member) {
      const { rows } = await db.execute<{ key: string; value: string }>(
        sql`select key, value from cluster_fact where process_id = ${member}`,
      );
      return rows.map(({ key, value }) => [key, value] as const);
    },
    async keep(member) {
      await db.execute(sql`delete from cluster_process where seen_time < now() - ${keptMs} * interval '1 millisecond'`);
      const { rows } = await db.execute(
        sql`update cluster_process set seen_time = now() where id = ${member} returning id`,
      );
      return rows.length > 0;
    },
    async remove(member) {
      await db.execute(sql`delete from cluster_process where id = ${member}`);
    },
  };
}
