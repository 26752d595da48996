import { sql } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { createRowReader } from '../db/rowReader.ts';
import { patient } from '../db/schema/patients.ts';
import type { OrderRow } from './moveOrder.ts';
import { loadSummaries } from './summaryQueries.ts';
import { type OrderView, type Reader, viewOf } from './wire.ts';

const patientReader = createRowReader(patient, 'p');

async function patientsOf({ db, hospitalId }: HospitalStore, orders: readonly OrderRow[]) {
  const ids = [...new Set(orders.map(({ patientId }) => patientId))].join(',');
  const { rows } = await db.execute<Record<string, unknown>>(sql`
select ${patientReader.columns} from patient p where p.tenant_id = ${hospitalId} and p.id = any(string_to_array(${ids}, ',')::bigint[])`);
  const patients = rows.map(patientReader.read);
  return new Map(patients.map((row) => [row.id, row]));
}

/** Loads what the views of these orders need, and returns the function that builds a view. */
export async function loadViews(store: HospitalStore, orders: readonly OrderRow[]) {
  const ids = orders.map(({ id }) => id);
  const [patients, found] = await Promise.all([patientsOf(store, orders), loadSummaries(store, ids)]);
  return (order: OrderRow, as: Reader) => viewOf(order, { who: patients.get(order.patientId), summaries: found }, as);
}

/** The views of these orders. */
export async function viewOrders(store: HospitalStore, orders: readonly OrderRow[], as: Reader): Promise<OrderView[]> {
  if (orders.length === 0) return [];
  const view = await loadViews(store, orders);
  return orders.flatMap((order) => view(order, as));
}
