import { asc, eq } from 'drizzle-orm';
import { Code } from '../../../contract/envelope.ts';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../../contract/operation.ts';
import type { Staff } from '../../policies/staff.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { orderLog } from '../schema/consult.ts';
import type { Tenanted } from '../tenanted.ts';
import { seen } from './looking.ts';
import { viewOrders } from './view.ts';

type Detail = ReplyInputOf<typeof orderDetail>;

/** One order with its steps and its rating, for those who may see it. */
export async function detailFor(
  store: Tenanted,
  by: Staff,
  which: RequestOf<typeof orderDetail>,
  at: number,
): Promise<Outcome<Detail>> {
  if (which.id === undefined && which.orderNo === undefined) return refused(Code.badRequest, { field: 'id' });
  const order = await seen(store, by, which, at);
  if (!order) return refused(Code.notFound);
  const steps = store.db
    .select()
    .from(orderLog)
    .where(store.own(orderLog, eq(orderLog.orderId, order.id)))
    .orderBy(asc(orderLog.id));
  const [[view], log] = await Promise.all([viewOrders(store, [order], { language: by.language, at }), steps]);
  if (!view) return refused(Code.notFound);
  const { symptoms, duration, visitedBefore, attachments, rating, ratingText, rateTime } = order;
  return done({
    ...view,
    ...{ symptoms, duration, visitedBefore, attachments },
    rating: rating === null ? null : { stars: rating, comment: ratingText, time: rateTime ?? order.updateTime },
    logs: log.map(({ time, operatorName, action, remark }) => ({ time, operator: operatorName, action, remark })),
  });
}
