import { and, eq, gt, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import { isWrittenMessage } from './isWrittenMessage.ts';
import { type Move, moveOrder, platform } from './moveOrder.ts';

type Needs = { db: Database; uow: UnitOfWork; now: () => number; onFault: (cause: unknown, orderId: string) => void };

/** How long a refund takes. */
const refundMs = 5_000;
const maxBatch = 200;

type Rule = { isDue: (at: number) => SQL | undefined; step: (at: number) => Omit<Move, 'by' | 'at'> };

const { active, awaiting, refunding, timedOut } = OrderStatus;

const messageCount = sql`(select count(*) from im_event e where e.conversation_id = ${consultOrder.conversationId} and ${isWrittenMessage(sql`e`)})`;

/** The steps that time triggers. */
const rules: readonly Rule[] = [
  {
    isDue: (at) => and(eq(consultOrder.status, awaiting), lte(consultOrder.expireTime, at)),
    step: (at) => ({
      from: awaiting,
      action: 'timeOut',
      when: lte(consultOrder.expireTime, at),
      set: { endTime: at, endReason: 'timedOut' },
      notice: { code: 'order.expired' },
    }),
  },
  {
    isDue: (at) => and(eq(consultOrder.status, active), lte(consultOrder.expireTime, at)),
    step: (at) => ({
      from: active,
      action: 'reachTimeLimit',
      when: lte(consultOrder.expireTime, at),
      set: { endTime: at, endReason: 'timeLimit' },
      notice: { code: 'order.finishedByTime' },
    }),
  },
  {
    isDue: () =>
      and(
        eq(consultOrder.status, active),
        isNotNull(consultOrder.msgLimit),
        sql`${messageCount} >= ${consultOrder.msgLimit}`,
      ),
    step: (at) => ({
      from: active,
      action: 'reachMessageQuota',
      set: { endTime: at, endReason: 'messageQuota' },
      notice: { code: 'order.finishedByQuota' },
    }),
  },
  ...([refunding, timedOut] as const).map(
    (from): Rule => ({
      // A change that lies ahead is from before the clock was set back.
      isDue: (at) =>
        and(
          eq(consultOrder.status, from),
          or(lte(consultOrder.updateTime, at - refundMs), gt(consultOrder.updateTime, at + skewMs)),
        ),
      step: () => ({ from, action: 'completeRefund' }),
    }),
  ),
];

async function moveByTime(tx: Transaction, id: string, step: Omit<Move, 'by' | 'at'>, at: number) {
  const row = await moveOrder(tx, id, { ...step, by: platform, at });
  if (!row) return null;
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  const subject = { patientId: row.patientId, purpose: `order:${id}`, detail: { action: step.action } };
  await appendTrail(tx, jobActor('due orders'), at, { ...entry, ...subject });
  return row;
}

/**
 * Moves the due orders of all hospitals: no doctor accepted in time, the time or messages of a consultation are used up, or
 * a refund is complete. Each step is a conditional write, so several processes may run this at the same time. An order that
 * fails is reported and does not stop the others.
 */
export async function moveDueOrders({ db, uow, now, onFault }: Needs): Promise<number> {
  const at = now();
  let moved = 0;
  for (const { isDue, step } of rules) {
    const { id, tenantId: hospitalId } = consultOrder;
    const due = await platformWide(db)
      .select({ id, tenantId: hospitalId })
      .from(consultOrder)
      .where(isDue(at))
      .orderBy(consultOrder.id)
      .limit(maxBatch);
    for (const order of due) {
      try {
        const row = await uow.run(order.tenantId, (tx) => moveByTime(tx, order.id, step(at), at));
        if (row) moved += 1;
      } catch (cause) {
        onFault(cause, order.id);
      }
    }
  }
  return moved;
}
