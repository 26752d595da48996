import { sql } from 'drizzle-orm';
import { Code } from '../../../contract/envelope.ts';
import type { orderDetail } from '../../../contract/http/consult.ts';
import { SenderType } from '../../../contract/im.ts';
import type { ReplyInputOf, RequestOf } from '../../../contract/operation.ts';
import type { Staff } from '../../policies/staff.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { people } from '../people.ts';
import { rowReader } from '../rowReader.ts';
import { consultOrder, orderLog } from '../schema/consult.ts';
import { patient } from '../schema/patient.ts';
import type { Tenanted } from '../tenanted.ts';
import { together } from '../together.ts';
import { type Standings, standings } from './conversations.ts';
import { lookedAt } from './looking.ts';
import type { OrderRow } from './move.ts';
import { type PatientRow, viewOf } from './view.ts';

type Detail = ReplyInputOf<typeof orderDetail>;
type Which = RequestOf<typeof orderDetail>;
type Step = typeof orderLog.$inferSelect;
type File = { order: OrderRow; who: PatientRow; log: Step[]; standings: Standings };

const orderReader = rowReader(consultOrder, 'o');
const patientReader = rowReader(patient, 'p');
const stepReader = rowReader(orderLog, 'l');

/** Everything about orders, each named by its id, for all who ask at the same time. */
const files = together<string, File | null>(async (store, asked) => {
  const { db, tenantId } = store;
  const ids = asked.join(',');
  const these = sql`any(string_to_array(${ids}, ',')::bigint[])`;
  const [orders, steps, found] = await Promise.all([
    db.execute<Record<string, unknown>>(sql`
select ${orderReader.columns}, ${patientReader.columns} from consult_order o
join patient p on p.tenant_id = o.tenant_id and p.id = o.patient_id
where o.tenant_id = ${tenantId} and o.id = ${these}`),
    db.execute<Record<string, unknown>>(sql`
select ${stepReader.columns} from order_log l where l.tenant_id = ${tenantId} and l.order_id = ${these} order by l.id`),
    standings(store, asked),
  ]);
  const logs = new Map<string, Step[]>();
  for (const step of steps.rows.map(stepReader.read)) logs.set(step.orderId, [...(logs.get(step.orderId) ?? []), step]);
  const byId = new Map(
    orders.rows.map((row): [string, File] => {
      const order = orderReader.read(row);
      return [order.id, { order, who: patientReader.read(row), log: logs.get(order.id) ?? [], standings: found }];
    }),
  );
  return asked.map((id) => byId.get(id) ?? null);
});

const isNumber = (id: string) => /^\d{1,18}$/.test(id);

async function idOf(store: Tenanted, { id, orderNo }: Which): Promise<string | null> {
  if (orderNo === undefined) return id !== undefined && isNumber(id) ? id : null;
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
  // A patient and a doctor may have the same number: only staff are looked up.
  const staff = log.map(({ operatorType, operatorId }) => (operatorType === SenderType.doctor ? operatorId : null));
  const person = await people(store, staff, by.language);
  const { symptoms, duration, visitedBefore, attachments, rating, ratingText, rateTime } = order;
  return done({
    ...view,
    ...{ symptoms, duration, visitedBefore, attachments },
    rating: rating === null ? null : { stars: rating, comment: ratingText, time: rateTime ?? order.updateTime },
    logs: log.map(({ time, operatorType, operatorId, operatorName, action, remark }) => ({
      ...{ time, action, remark },
      operator: (operatorType === SenderType.doctor && operatorId && person(operatorId).name) || operatorName,
    })),
  });
}
