import type { Query } from '../db/schemaVersion.ts';

/** How many rows a table has, and a checksum of their text that does not depend on their order. */
export type TableFacts = { rows: number; checksum: string };

/** The text of times and numbers depends on these settings, which here last as long as the transaction. */
const fixedText = `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
  set_config('extra_float_digits', '1', true)`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The tables of the platform and of its migrations, as quoted names. */
export async function tablesOf(query: Query): Promise<string[]> {
  const found = await query(`select schemaname as "schema", tablename as "name" from pg_tables
    where schemaname <> 'information_schema' and schemaname not like 'pg\\_%' order by 1, 2`);
  return found.map(({ schema, name }) => `${quoted(String(schema))}.${quoted(String(name))}`);
}

/** What is in every table. The caller's transaction makes it one moment. */
export async function factsOfTables(query: Query): Promise<Record<string, TableFacts>> {
  await query(fixedText);
  const facts: Record<string, TableFacts> = {};
  for (const table of await tablesOf(query)) {
    const [found] = await query(`select count(*)::text as "rows",
      coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint::numeric), 0)::text as "checksum" from ${table} t`);
    facts[table] = { rows: Number(found?.rows), checksum: String(found?.checksum) };
  }
  return facts;
}

/** The first table that is not as it was; null when all are. */
export function differingTable(before: Record<string, TableFacts>, after: Record<string, TableFacts>): string | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isSame = (name: string) =>
    before[name]?.rows === after[name]?.rows && before[name]?.checksum === after[name]?.checksum;
  return names.find((name) => !isSame(name)) ?? null;
}
