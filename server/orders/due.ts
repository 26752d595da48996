import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Db } from '../db/connection.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type Move, move, platform } from './move.ts';

type Needs = { db: Db; uow: UnitOfWork; now: () => number; onFault: (cause: unknown, orderId: string) => void };

/** Money that goes back is on its way for this long. */
const refundMs = 5_000;
const atOnce = 200;

type Rule = { is: (at: number) => SQL | undefined; step: (at: number) => Omit<Move, 'by' | 'at'> };

const { active, awaiting, refunding, timedOut } = OrderStatus;

const said = sql`(select count(*) from im_event e where e.conversation_id = ${consultOrder.conversationId} and e.kind = 'message' and e.sender_type in (1, 2))`;

/** What the clock does to orders. */
const rules: readonly Rule[] = [
  {
    is: (at) => and(eq(consultOrder.status, awaiting), lte(consultOrder.expireTime, at)),
    step: (at) => ({
      from: awaiting,
      action: 'timeOut',
      when: lte(consultOrder.expireTime, at),
      set: { endTime: at, endReason: 'timedOut' },
      notice: { code: 'order.expired' },
    }),
  },
  {
    is: (at) => and(eq(consultOrder.status, active), lte(consultOrder.expireTime, at)),
    step: (at) => ({
      from: active,
      action: 'reachTimeLimit',
      when: lte(consultOrder.expireTime, at),
      set: { endTime: at, endReason: 'timeLimit' },
      notice: { code: 'order.finishedByTime' },
    }),
  },
  {
    is: () =>
      and(eq(consultOrder.status, active), isNotNull(consultOrder.msgLimit), sql`${said} >= ${consultOrder.msgLimit}`),
    step: (at) => ({
      from: active,
      action: 'reachMessageQuota',
      set: { endTime: at, endReason: 'messageQuota' },
      notice: { code: 'order.finishedByQuota' },
    }),
  },
  ...([refunding, timedOut] as const).map(
    (from): Rule => ({
      is: (at) => and(eq(consultOrder.status, from), lte(consultOrder.updateTime, at - refundMs)),
      step: () => ({ from, action: 'completeRefund' }),
    }),
  ),
];

/**
 * Moves every order whose time has come, of all hospitals: nobody took the patient, the consultation's time or messages
 * are used up, the money is back. Each step is conditional, so several processes may do this side by side; an order that
 * cannot be moved is reported and holds up no other.
 */
export async function moveDueOrders({ db, uow, now, onFault }: Needs): Promise<number> {
  const at = now();
  let moved = 0;
  for (const { is, step } of rules) {
    const { id, tenantId } = consultOrder;
    const due = await db
      .select({ id, tenantId })
      .from(consultOrder)
      .where(is(at))
      .orderBy(consultOrder.id)
      .limit(atOnce);
    for (const order of due) {
      try {
        const row = await uow.run(order.tenantId, (tx) => move(tx, order.id, { ...step(at), by: platform, at }));
        if (row) moved += 1;
      } catch (cause) {
        onFault(cause, order.id);
      }
    }
  }
  return moved;
}
