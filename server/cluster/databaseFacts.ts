import { type SQL, sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from '../db/connection.ts';
import { type Fact, type FactStore, keptMs, type StoredFact } from './factStore.ts';

const texts = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`;

/** Writes facts of the process in `process`, a table of the same statement. */
const insertFacts = (facts: readonly StoredFact[]): SQL => sql`
  insert into cluster_fact (process_id, key, value)
  select process.id, f.key, f.value from process,
    unnest(${texts(facts.map(([key]) => key))}, ${texts(facts.map(([, value]) => value))}) as f(key, value)
  on conflict (process_id, key) do update set value = excluded.value`;

const stated = (facts: readonly Fact[]): StoredFact[] =>
  facts.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
const withdrawn = (facts: readonly Fact[]): string[] => facts.flatMap(([key, value]) => (value === null ? [key] : []));

/** Facts in the database, in tables that are empty after it has crashed. */
export function createDatabaseFacts(database: Database): FactStore {
  const db = outsideHospitals(database);
  return {
    async replace(member, facts) {
      await db.execute(sql`
        with process as (
          insert into cluster_process (id) values (${member}) on conflict (id) do update set seen_time = now() returning id
        ), others as (
          delete from cluster_fact where process_id = ${member} and key <> all (${texts(facts.map(([key]) => key))})
        ) ${insertFacts(facts)}`);
    },
    async change(member, facts) {
      const { rows } = await db.execute(sql`
        with process as (
          update cluster_process set seen_time = now() where id = ${member} returning id
        ), gone as (
          delete from cluster_fact where process_id = ${member} and key = any (${texts(withdrawn(facts))})
        ), written as (${insertFacts(stated(facts))})
        select id from process`);
      return rows.length > 0;
    },
    async read(member) {
      const { rows } = await db.execute<{ key: string | null; value: string | null }>(
        sql`select f.key, f.value from cluster_process p
          left join cluster_fact f on f.process_id = p.id where p.id = ${member}`,
      );
      const facts = rows.flatMap(({ key, value }) => (key === null || value === null ? [] : [[key, value] as const]));
      return rows.length === 0 ? null : facts;
    },
    async heartbeat(member) {
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
