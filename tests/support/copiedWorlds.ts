import { sql } from 'drizzle-orm';
import type { TestDb } from './database.ts';

/** A copy of everything in the first hospital, whose ids are higher by `by` and whose unique texts and leases end in `mark`. */
export type Copy = { by: number; mark: string; hospitalId: number };

/** The same objects in another hospital, and those of another doctor with other patients in the same one. */
export const otherHospital: Copy = { by: 50_000_000, mark: 'y', hospitalId: 2 };
export const colleague: Copy = { by: 100_000_000, mark: 'x', hospitalId: 1 };
/** Ids that no object has. */
export const nothing: Copy = { by: 150_000_000, mark: 'z', hospitalId: 1 };

/** What all doctors of a hospital share, and what belongs to nobody. */
const shared = [
  ...['dict_data', 'icon', 'notice', 'warehouse', 'drug', 'drug_inventory', 'diagnosis', 'tenant_host'],
  ...['audit_trail', 'domain_event', 'captcha', 'ticket', 'sms_code'],
];

type Column = { table: string; name: string; isId: boolean; isUniqueText: boolean };

async function columnsOf(db: TestDb): Promise<Map<string, Column[]>> {
  const { rows } = await db.execute<Column>(sql`
select c.relname as table, a.attname as name,
  a.atttypid = 'bigint'::regtype and (a.attname = 'id' or a.attname like '%\_id') and a.attname <> 'tenant_id' as "isId",
  a.atttypid = 'text'::regtype and (a.attname = 'lease_id'
    or exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and (a.attnum = any (i.indkey)
      or 0 = any (i.indkey) and exists (select from pg_depend d
        where d.objid = i.indexrelid and d.refobjid = c.oid and d.refobjsubid = a.attnum)))) as "isUniqueText"
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  and a.attgenerated = ''
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')`);
  const found = new Map<string, Column[]>();
  for (const row of rows) found.set(row.table, [...(found.get(row.table) ?? []), row]);
  return found;
}

/** Makes the copy, which refers to itself only. */
export async function copyWorld(db: TestDb, { by, mark, hospitalId }: Copy): Promise<void> {
  const isSameHospital = hospitalId === 1;
  const tables = await columnsOf(db);
  await db.transaction(async (tx) => {
    // No trigger, and no foreign keys from a doctor's copy to what the hospital shares.
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    for (const [table, columns] of tables) {
      if (isSameHospital && shared.includes(table)) continue;
      const changed = columns
        .filter(({ isId, isUniqueText }) => isId || isUniqueText)
        // The copied keys of files stay names of files.
        .map(({ name, isId }) =>
          isId
            ? `'${name}', t.${name} + ${by}`
            : name === 'key'
              ? `'${name}', '${mark}' || t.${name}`
              : `'${name}', t.${name} || '${mark}'`,
        );
      const patch = `jsonb_build_object('tenant_id', ${hospitalId}, ${changed.join(', ')})`;
      const written = columns.map(({ name }) => `"${name}"`).join(', ');
      const ofHospital = table === 'quick_reply' && isSameHospital ? 'and t.doctor_id is not null' : '';
      const firstOnes = columns.some(({ name }) => name === 'id') ? `and t.id < ${otherHospital.by}` : '';
      await tx.execute(
        sql.raw(
          `insert into ${table} (${written}) select ${written} from (select (jsonb_populate_record(t, ${patch})).* from ${table} t where t.tenant_id = 1 ${ofHospital} ${firstOnes}) copied`,
        ),
      );
    }
    // Every doctor of a hospital may see a waiting patient who has chosen none.
    await tx.execute(
      sql`update consult_order set requested_doctor_id = ${1 + by} where id > ${by} and doctor_id is null and requested_doctor_id is null`,
    );
  });
}

/** A value that is the same as long as no row of any table changes; the trail and counters may grow. */
export async function contentOf(db: TestDb): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relname not in ('audit_trail', 'rate_counter', 'password_failure', 'captcha', 'idempotency_key') order by 1`);
  // How often a file was examined is a counter as well.
  const rowOf = (name: string) => (name === 'file_object' ? `(to_jsonb(t) - 'cleaning_tries')::text` : 't::text');
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)::numeric), 0) as content from ${name} t`,
  );
  const { rows } = await db.execute<{ name: string; content: string }>(sql.raw(each.join(' union all ')));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}
