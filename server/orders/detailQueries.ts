import { sql } from 'drizzle-orm';
import { SenderType } from '../../contract/im.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { isRowId } from '../db/columns.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { createRowReader } from '../db/rowReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { OrderRow } from './moveOrder.ts';
import { loadSummaries, type OrderSummaries } from './summaryQueries.ts';
import type { LogStep, PatientRow } from './wire.ts';

type LoadedOrder = { order: OrderRow; who: PatientRow; log: LogStep[]; summaries: OrderSummaries };

const orderReader = createRowReader(consultOrder, 'o');
const patientReader = createRowReader(patient, 'p');

/** Loads orders by their ids, with patient, log and summary; requests at the same time share a statement. */
export const loadOrder = createBatchLoader<string, LoadedOrder | null>(async (store, ids) => {
  const { db, hospitalId } = store;
  const [orders, found] = await Promise.all([
    db.execute<Record<string, unknown>>(sql`
select ${orderReader.columns}, ${patientReader.columns}, (
  select json_agg(json_build_object('time', l.time, 'action', l.action, 'remark', l.remark, 'operator', l.operator_name,
    'name', d.name, 'nameEn', d.name_en) order by l.id)
  from order_log l left join staff d on l.operator_type = ${SenderType.doctor}::int and d.tenant_id = l.tenant_id and d.id = l.operator_id
  where l.tenant_id = o.tenant_id and l.order_id = o.id) as log
from consult_order o join patient p on p.tenant_id = o.tenant_id and p.id = o.patient_id
where o.tenant_id = ${hospitalId} and o.id = any(string_to_array(${ids.join(',')}, ',')::bigint[])`),
    loadSummaries(store, ids),
  ]);
  const byId = new Map(
    orders.rows.map((row): [string, LoadedOrder] => {
      const order = orderReader.read(row);
      // The statement builds each step in this shape.
      const log = (row.log ?? []) as LogStep[];
      return [order.id, { order, who: patientReader.read(row), log, summaries: found }];
    }),
  );
  return ids.map((id) => byId.get(id) ?? null);
});

/** The id of the order with this id, this number or both; null if there is none. */
export async function orderIdOf(
  store: HospitalStore,
  { id, orderNo }: { id?: string | undefined; orderNo?: string | undefined },
): Promise<string | null> {
  if (orderNo === undefined) return id !== undefined && isRowId(id) ? id : null;
  const order = await store.first(consultOrder, sql`${consultOrder.orderNo} = ${orderNo}`);
  return order !== null && (id === undefined || id === order.id) ? order.id : null;
}
