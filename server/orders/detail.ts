import { sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { orderDetail } from '../../contract/http/consult.ts';
import { SenderType } from '../../contract/im.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { isRowId } from '../db/columns.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { createRowReader } from '../db/rowReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Sight } from '../patients/knownPatient.ts';
import type { OrderRow } from './moveOrder.ts';
import { canReadOrder } from './orderAccess.ts';
import { loadSummaries, type OrderSummaries } from './orderSummary.ts';
import { type PatientRow, viewOf } from './view.ts';

type Detail = ReplyInputOf<typeof orderDetail>;
type Which = RequestOf<typeof orderDetail>;
/** `name` and `nameEn` are a doctor's current names; for others `operator` is the name at the time of the step. */
type Step = {
  time: number;
  action: string;
  remark: string | null;
  operator: string;
  name: string | null;
  nameEn: string | null;
};
type LoadedOrder = { order: OrderRow; who: PatientRow; log: Step[]; summaries: OrderSummaries };

const orderReader = createRowReader(consultOrder, 'o');
const patientReader = createRowReader(patient, 'p');

/** Loads orders by their ids, with patient, log and summary; requests at the same time share a statement. */
const loadOrder = createBatchLoader<string, LoadedOrder | null>(async (store, ids) => {
  const { db, tenantId } = store;
  const [orders, found] = await Promise.all([
    db.execute<Record<string, unknown>>(sql`
select ${orderReader.columns}, ${patientReader.columns}, (
  select json_agg(json_build_object('time', l.time, 'action', l.action, 'remark', l.remark, 'operator', l.operator_name,
    'name', d.name, 'nameEn', d.name_en) order by l.id)
  from order_log l left join staff d on l.operator_type = ${SenderType.doctor}::int and d.tenant_id = l.tenant_id and d.id = l.operator_id
  where l.tenant_id = o.tenant_id and l.order_id = o.id) as log
from consult_order o join patient p on p.tenant_id = o.tenant_id and p.id = o.patient_id
where o.tenant_id = ${tenantId} and o.id = any(string_to_array(${ids.join(',')}, ',')::bigint[])`),
    loadSummaries(store, ids),
  ]);
  const byId = new Map(
    orders.rows.map((row): [string, LoadedOrder] => {
      const order = orderReader.read(row);
      // The statement builds each step in this shape.
      const log = (row.log ?? []) as Step[];
      return [order.id, { order, who: patientReader.read(row), log, summaries: found }];
    }),
  );
  return ids.map((id) => byId.get(id) ?? null);
});

async function idOf(store: Tenanted, { id, orderNo }: Which): Promise<string | null> {
  if (orderNo === undefined) return id !== undefined && isRowId(id) ? id : null;
  const order = await store.first(consultOrder, sql`${consultOrder.orderNo} = ${orderNo}`);
  return order !== null && (id === undefined || id === order.id) ? order.id : null;
}

/** One order with its log and rating, for those who may read it. */
export async function readDetail(store: Tenanted, by: Staff, which: Which, seen: Sight): Promise<Outcome<Detail>> {
  if (which.id === undefined && which.orderNo === undefined) return refused(Code.badRequest, { field: 'id' });
  const id = await idOf(store, which);
  const loaded = id === null ? null : await loadOrder(store, id);
  // The statement is shared, so access is checked, and recorded on the trail, for each reader before the answer.
  if (!loaded || !(await canReadOrder(store, by, loaded.order, seen.at))) return refused(Code.notFound);
  const { order, log } = loaded;
  const [view] = viewOf(order, loaded, { language: by.language, ...seen });
  if (!view) return refused(Code.notFound);
  const { symptoms, duration, visitedBefore, attachments, rating, ratingText, rateTime } = order;
  const more = {
    symptoms,
    duration,
    visitedBefore,
    attachments,
    rating: rating === null ? null : { stars: rating, comment: ratingText, time: rateTime ?? order.updateTime },
    logs: log.map(({ time, action, remark, operator, name, nameEn }) => ({
      time,
      action,
      remark,
      operator: (by.language === 'en' && nameEn) || name || operator,
    })),
  };
  return done(Object.assign(view, more));
}
