import { asc, getTableColumns, getTableName, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DiagnosisFields } from '../../contract/extension/diagnoses.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { onSale } from '../medicines/stock.ts';
import { columnsOfDiagnosis } from './diagnosisFields.ts';
import { columnsOf, type Generics } from './medicineFields.ts';
import type { Planned } from './planImport.ts';

const rowsAtOnce = 500;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const joined = (parts: readonly SQLChunk[]) => sql.join([...parts], sql`, `);

/** Rows in one parameter each statement; a parameter for every value would take several times as long. */
async function inBatches(rows: readonly object[], statement: (json: string) => SQL, tx: Transaction): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx.db.execute(statement(JSON.stringify(rows.slice(at, at + rowsAtOnce))));
}

/** Inserts the rows without an id and changes those with one. All have the same columns, by their names in the schema. */
async function writeRows(
  tx: Transaction,
  table: PgTable,
  rows: readonly (object & { id: string | null })[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const types = getTableColumns(table);
  const names = Object.keys(first).filter((name) => name !== 'id');
  const column = (name: string) => sql.identifier(snake(name));
  const typed = joined(
    names.map((name) => sql`${sql.identifier(name)} ${sql.raw(types[name]?.getSQLType() ?? 'text')}`),
  );
  const named = joined(names.map(column));
  const values = joined(names.map((name) => sql`r.${sql.identifier(name)}`));
  const set = joined(names.map((name) => sql`${column(name)} = r.${sql.identifier(name)}`));
  const target = sql.identifier(getTableName(table));
  const added = rows.filter(({ id }) => id === null);
  const changed = rows.filter(({ id }) => id !== null);
  await inBatches(
    added,
    (json) =>
      sql`insert into ${target} (tenant_id, ${named}) select ${tx.hospitalId}::bigint, ${values} from json_to_recordset(${json}::json) as r(${typed})`,
    tx,
  );
  await inBatches(
    changed,
    (json) =>
      sql`update ${target} set ${set} from json_to_recordset(${json}::json) as r(id bigint, ${typed}) where ${target}.id = r.id and ${target}.tenant_id = ${tx.hospitalId}::bigint`,
    tx,
  );
}

type FieldsOf<T> = T & { retired: boolean };

/** Writes the medicines of a plan with their prices, and the packs of new ones into the default warehouse. */
export async function writeMedicines(tx: Transaction, planned: readonly Planned[], generics: Generics): Promise<void> {
  const rows = planned.map(({ id, fields }) => {
    const { retired, ...medicine } = fields as FieldsOf<MedicineFields>;
    return { id, ...columnsOf(medicine, generics), disabled: retired };
  });
  await writeRows(tx, drug, rows);
  const json = planned.map(({ id, fields, stock }) => ({
    code: fields.code,
    price: fields.price,
    isNew: id === null,
    stock,
  }));
  const [chosen] = await tx.db
    .select({ id: warehouse.id })
    .from(warehouse)
    .where(tx.own(warehouse))
    .orderBy(sql`${warehouse.isDefault} desc`, asc(warehouse.sort), asc(warehouse.id))
    .limit(1);
  const priced = (text: string) =>
    sql`json_to_recordset(${text}::json) as r(code text, price int, "isNew" boolean, stock int)`;
  const isSame = sql`d.code = r.code and d.tenant_id = ${tx.hospitalId}::bigint`;
  await inBatches(
    json.filter(({ isNew }) => isNew),
    (text) => sql`insert into ${drugInventory} (tenant_id, warehouse_id, drug_id, stock, price, status)
      select d.tenant_id, w.id, d.id, case when w.id = ${chosen?.id ?? null}::bigint then r.stock else 0 end, r.price, ${onSale}::int
      from ${priced(text)} join drug d on ${isSame} join warehouse w on w.tenant_id = d.tenant_id`,
    tx,
  );
  await inBatches(
    json.filter(({ isNew }) => !isNew),
    (text) => sql`update ${drugInventory} set price = r.price from ${priced(text)} join drug d on ${isSame}
      where drug_inventory.drug_id = d.id and drug_inventory.tenant_id = d.tenant_id and drug_inventory.price <> r.price`,
    tx,
  );
}

export const writeDiagnoses = (tx: Transaction, planned: readonly Planned[]): Promise<void> =>
  writeRows(
    tx,
    diagnosis,
    planned.map(({ id, fields }) => {
      const { retired, ...named } = fields as FieldsOf<DiagnosisFields>;
      return { id, ...columnsOfDiagnosis(named), disabled: retired };
    }),
  );
