import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ofHospital } from '../../server/db/connection.ts';
import { openEmbeddedStore, openPostgresStore } from '../../server/db/open.ts';
import { insertHospital } from '../../tests/support/consultations.ts';
import { withOwner } from '../../tests/support/database.ts';
import { fillCatalogue } from './fillCatalogue.ts';

/** The usual search: one statement that compares every name with a pattern; and a small count beside it. */
const url = process.env.DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'cloudroom-bench-'));
const store = url ? await openPostgresStore(url, () => {}) : await openEmbeddedStore(folder, () => process.exit(1));
const { hospitalId } = await insertHospital(withOwner(store.db));
const db = ofHospital(store.db, hospitalId);
const warehouseId = await fillCatalogue(withOwner(store.db), hospitalId);

const matching = (columns: readonly string[], keyword: string) =>
  sql.join(
    columns.map((column) => sql`${sql.raw(column)} ilike ${`%${keyword}%`}`),
    sql` or `,
  );
const medicineColumns = ['name', 'name_en', 'trade_name', 'trade_name_en', 'pinyin', 'search_text', 'atc', 'code'];

const answers: Record<string, (keyword: string) => Promise<{ rows: unknown[] }>> = {
  '/drugs': (keyword) =>
    db.execute(sql`
select d.*, i.stock, i.price from drug_inventory i join drug d on d.id = i.drug_id
where i.tenant_id = ${hospitalId}::bigint and i.warehouse_id = ${warehouseId}::bigint and not d.disabled and (${matching(
      medicineColumns.map((column) => `d.${column}`),
      keyword,
    )})
order by case when d.name ilike ${`${keyword}%`} or d.name_en ilike ${`${keyword}%`} then 0 else 1 end, d.pinyin, d.id limit 20`),
  '/diagnoses': (keyword) =>
    db.execute(sql`
select *, count(*) over () as total from diagnosis where tenant_id = ${hospitalId}::bigint and (${matching(['name', 'name_en', 'pinyin', 'code'], keyword)})
order by case when name ilike ${`${keyword}%`} or name_en ilike ${`${keyword}%`} then 0 else 1 end, code limit 20`),
  '/other': () =>
    db.execute(sql`select status, count(*) from consult_order where tenant_id = ${hospitalId}::bigint group by status`),
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const { rows = [] } = (await answers[pathname]?.(searchParams.get('keyword') ?? '')) ?? {};
  const body = JSON.stringify({ code: 200, data: rows });
  response.setHeader('content-type', 'application/json').setHeader('content-length', Buffer.byteLength(body)).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
