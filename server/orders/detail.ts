import { sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { orderDetail } from '../../contract/http/consult.ts';
import { SenderType } from '../../contract/im.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/staffPolicy.ts';
import { createBatchLoader } from '../db/batchLoader.ts';
import { isRowId } from '../db/columns.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { rowReader } from '../db/rowReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { OrderRow } from './move.ts';
import { lookedAt } from './orderAccess.ts';
import { type Standings, standings } from './orderSummary.ts';
import { type PatientRow, viewOf } from './view.ts';

type Detail = ReplyInputOf<typeof orderDetail>;
type Which = RequestOf<typeof orderDetail>;
/** `name` and `nameEn` are those of a doctor of the hospital; everybody else is named as they were then. */
type Step = {
  time: number;
  action: string;
  remark: string | null;
  operator: string;
  name: string | null;
  nameEn: string | null;
};
type File = { order: OrderRow; who: PatientRow; log: Step[]; standings: Standings };

const orderReader = rowReader(consultOrder, 'o');
const patientReader = rowReader(patient, 'p');

/** Everything about orders, each named by its id, for all who ask at the same time. */
const files = createBatchLoader<string, File | null>(async (store, asked) => {
  const { db, tenantId } = store;
  const [orders, found] = await Promise.all([
    db.execute<Record<string, unknown>>(sql`
select ${orderReader.columns}, ${patientReader.columns}, (
  select json_agg(json_build_object('time', l.time, 'action', l.action, 'remark', l.remark, 'operator', l.operator_name,
    'name', d.name, 'nameEn', d.name_en) order by l.id)
  from order_log l left join staff d on l.operator_type = ${SenderType.doctor}::int and d.tenant_id = l.tenant_id and d.id = l.operator_id
  where l.tenant_id = o.tenant_id and l.order_id = o.id) as log
from consult_order o join patient p on p.tenant_id = o.tenant_id and p.id = o.patient_id
where o.tenant_id = ${tenantId} and o.id = any(string_to_array(${asked.join(',')}, ',')::bigint[])`),
    standings(store, asked),
  ]);
  const byId = new Map(
    orders.rows.map((row): [string, File] => {
      const order = orderReader.read(row);
      // The statement puts each step together in this very shape.
      const log = (row.log ?? []) as Step[];
      return [order.id, { order, who: patientReader.read(row), log, standings: found }];
    }),
  );
  return asked.map((id) => byId.get(id) ?? null);
});

async function idOf(store: Tenanted, { id, orderNo }: Which): Promise<string | null> {
  if (orderNo === undefined) return id !== undefined && isRowId(id) ? id : null;
  const order = await store.first(consultOrder, sql`${consultOrder.orderNo} = ${orderNo}`);
  return order !== null && (id === undefined || id === order.id) ? order.id : null;
}

/** One order with its steps and its rating, for those who may see it. */
export async function detailFor(store: Tenanted, by: Staff, which: Which, at: number): Promise<Outcome<Detail>> {
  if (which.id === undefined && which.orderNo === undefined) return refused(Code.badRequest, { field: 'id' });
  const id = await idOf(store, which);
  const file = id === null ? null : await files(store, id);
  // It was read for everybody who asks; that this one may see it is decided, and on the trail, before it is answered.
  if (!file || !(await lookedAt(store, by, file.order, at))) return refused(Code.notFound);
  const { order, log } = file;
  const [view] = viewOf(order, file, { language: by.language, at });
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
