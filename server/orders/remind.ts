import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { SenderType } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import { skewMs } from '../db/elapsed.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder, orderLog } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { findOrder, findPatient } from '../patients/queries.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainRefusal, stateOf } from './explain.ts';
import { sendNotice } from './moveOrder.ts';
import { maySeeOrder } from './policy.ts';

const remindable = [OrderStatus.awaiting, OrderStatus.active];

/** Reminds a waiting patient or one of this doctor's own, at most once a minute whichever doctor does it. */
export async function remindPatient(tx: Transaction, id: string, { by, at }: StaffContext): Promise<Outcome<true>> {
  const order = await findOrder(tx, id);
  if (!order || !maySeeOrder(by, order)) return explainRefusal(by, tx, id);
  const { remindTime } = consultOrder;
  // A reminder that lies ahead is from before the clock was set back.
  const isDue = or(isNull(remindTime), lte(remindTime, at - limits.remindEveryMs), gt(remindTime, at + skewMs));
  const isRemindable = and(eq(consultOrder.id, id), inArray(consultOrder.status, remindable), isDue);
  const [reminded] = await tx.change(consultOrder, { remindTime: at }, isRemindable);
  if (!reminded) {
    if (!remindable.some((status) => status === order.status)) return refused(Code.orderStatusRefused, stateOf(order));
    const retryAfterMs = (order.remindTime ?? at) + limits.remindEveryMs - at;
    return refused(Code.remindTooSoon, { retryAfterMs: Math.max(0, retryAfterMs) });
  }
  const who = await findPatient(tx, order.patientId);
  const person = await loadPeople(tx, [by.id], who?.language === 'en' ? 'en' : 'zh-CN');
  const doctor = person(by.id).name;
  await sendNotice(tx, reminded, { code: 'order.reminded', params: { doctor } }, at);
  const { status } = reminded;
  const operator = { operatorType: SenderType.doctor, operatorId: by.id, operatorName: by.name };
  await tx.add(orderLog, {
    orderId: id,
    time: at,
    action: 'remind',
    fromStatus: status,
    toStatus: status,
    ...operator,
  });
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  const { patientId } = reminded;
  await appendTrail(tx, by, at, { ...entry, patientId, purpose: `order:${id}`, detail: { action: 'remind' } });
  return done(true);
}
