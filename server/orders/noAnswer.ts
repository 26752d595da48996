import { and, eq, lte, max, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { setNoAnswer as operation } from '../../contract/extension/consult.ts';
import { MessageStatus, SenderType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { imEvent } from '../db/schema/messages.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainRefusal } from './explain.ts';
import type { OrderRow } from './moveOrder.ts';

/** Send time of the patient's newest message up to this time; null if there is none. */
async function lastMessageUpTo(tx: Transaction, { conversationId }: OrderRow, until: number): Promise<number | null> {
  if (conversationId === null) return null;
  const ofPatient = and(
    eq(imEvent.conversationId, conversationId),
    eq(imEvent.kind, 'message'),
    eq(imEvent.senderType, SenderType.patient),
    eq(imEvent.status, MessageStatus.normal),
    lte(imEvent.sendTime, until),
  );
  const [found] = await tx.db
    .select({ sendTime: max(imEvent.sendTime) })
    .from(imEvent)
    .where(tx.own(imEvent, ofPatient));
  return found?.sendTime ?? null;
}

/**
 * Notes that the patient's messages up to a time need no answer, or takes this back. It covers only messages that exist, so
 * one that arrives meanwhile still waits.
 */
export async function setNoAnswer(
  tx: Transaction,
  { id, until: wanted }: RequestOf<typeof operation>,
  { by, at }: StaffContext,
): Promise<Outcome<OrderRow>> {
  const order = await tx.locked(consultOrder, eq(consultOrder.id, id), eq(consultOrder.doctorId, by.id));
  if (order?.status !== OrderStatus.active) return explainRefusal(by, tx, id);
  const until = wanted === null ? null : await lastMessageUpTo(tx, order, wanted);
  if (wanted !== null && until === null) return refusedWith(Code.notFound, 'nothingToAnswer');
  const detail = { action: until === null ? 'answerNeeded' : 'noAnswerNeeded', until };
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId: order.patientId, purpose: `order:${id}`, detail });
  // A repeat, because the client did not get the answer.
  if (until === order.noAnswerUntil) return done(order);
  const said = {
    noAnswerUntil: until,
    noAnswerTime: until === null ? null : at,
    noAnswerBy: until === null ? null : by.id,
  };
  const next = { ...said, version: sql`${consultOrder.version} + 1`, updateTime: at };
  const [changed] = await tx.change(consultOrder, next, eq(consultOrder.id, id));
  if (!changed) return explainRefusal(by, tx, id);
  const { patientId, status, doctorId } = changed;
  tx.announce({ type: 'order.changed', orderId: id, status, doctorId, patientId, change: 'changed', by: null });
  return done(changed);
}
