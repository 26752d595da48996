import { sql } from 'drizzle-orm';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { insertPharmacy } from '../../server/demo/insertHospital.ts';
import type { TestDb } from '../../tests/support/database.ts';
import { amount } from '../amounts.ts';
import { vacuum } from './vacuum.ts';

export const catalogueSize = amount({ products: 20_000, codes: 70_000 }, { products: 2_000, codes: 5_000 });

/** The pharmacy and diagnosis list of a large hospital: the seeded names repeated with other brands and kinds. */
export async function fillCatalogue(db: TestDb, hospitalId: string): Promise<string> {
  const { warehouseId, drugs: medicines, diagnoses } = await insertPharmacy(hospitalStore(db, hospitalId));
  const { products, codes } = catalogueSize;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
insert into drug (tenant_id, code, generic_code, name, name_en, trade_name, trade_name_en, pinyin, search_text, atc,
 specification, specification_en, dosage_form, manufacturer, manufacturer_en, min_unit, pack_unit, pack_factor, ingredients)
select tenant_id, code || '-' || n, generic_code, name, name_en,
 substr('康宁安泰瑞达益和健民华东海正石药齐鲁恒扬子江白云山', (1 + (n * 7 + id) % 23)::int, 3), initcap(substr(translate(md5(id || '-' || n), '0123456789', 'ghijklmnop'), 1, 6)),
 pinyin, search_text, atc, specification, specification_en, dosage_form, manufacturer, manufacturer_en, min_unit, pack_unit, pack_factor, ingredients
from drug, generate_series(1, ${Math.ceil(products / medicines.size)}::int) n where tenant_id = ${hospitalId}::bigint
limit ${products - medicines.size}::int`);
    await tx.execute(sql`
insert into drug_inventory (tenant_id, warehouse_id, drug_id, stock, price, status)
select tenant_id, ${warehouseId}::bigint, id, 1 + id % 90, 100 + id % 5000, 1 from drug where tenant_id = ${hospitalId}::bigint
on conflict do nothing`);
    await tx.execute(sql`
insert into diagnosis (tenant_id, code, name, name_en, pinyin)
select tenant_id, code || 'x' || lpad(n::text, 3, '0'), name || (array['，左侧', '，右侧', '，双侧', '，急性期', '，缓解期', '，复发', '，伴并发症'])[1 + n % 7],
 name_en || (array[', left', ', right', ', bilateral', ', acute phase', ', in remission', ', recurrent', ', with complications'])[1 + n % 7] || ', kind ' || n, pinyin
from diagnosis, generate_series(1, ${Math.ceil(codes / diagnoses.size)}::int) n where tenant_id = ${hospitalId}::bigint
limit ${codes - diagnoses.size}::int`);
  });
  await vacuum(db, ['drug', 'drug_inventory', 'diagnosis']);
  return warehouseId;
}
