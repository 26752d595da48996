import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isOrderOpen, nextOrderStatus, type OrderAction, OrderStatus } from '../../clinical/lifecycle/order.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import { inBothLanguages } from '../accounts/peopleQueries.ts';
import { imConversation } from '../db/schema/messages.ts';
import { consultOrder, orderLog } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendEvent } from '../messages/appendEvent.ts';
import { type Notice, noticeContent } from '../messages/notices.ts';
import { findPatient } from '../patients/queries.ts';

export type OrderRow = typeof consultOrder.$inferSelect;

/** Who moves an order: a patient, a doctor, or the platform. */
export type Operator = { type: 1 | 2 | 9; id: string; name: string };

export const platform: Operator = { type: SenderType.system, id: '0', name: '' };

export type Move = {
  from: OrderStatus;
  action: OrderAction;
  by: Operator;
  at: number;
  /** Further columns to change. */
  set?: PgUpdateSetSource<typeof consultOrder>;
  /** A condition besides the status; without it nothing is changed. */
  when?: SQL | undefined;
  remark?: string | null;
  /** The notice that doctor and patient get. */
  notice?: Notice;
};

type Change = 'added' | 'taken' | 'refused' | 'cancelled' | 'expired' | 'ended' | 'changed';
const changes: Partial<Record<OrderAction, Change>> = {
  offerToOthers: 'added',
  accept: 'taken',
  refuse: 'refused',
  cancel: 'cancelled',
  timeOut: 'expired',
  finish: 'ended',
  reachTimeLimit: 'ended',
  reachMessageQuota: 'ended',
  dispute: 'ended',
};

/** Sends a notice of the platform to both sides of the conversation. */
export async function sendNotice(tx: Transaction, order: OrderRow, notice: Notice, at: number): Promise<void> {
  if (order.conversationId === null) return;
  const who = await findPatient(tx, order.patientId);
  const content = noticeContent(notice, who?.language ?? 'zh-CN');
  const entry = { kind: 'message', type: MessageType.notice, content, senderType: SenderType.system } as const;
  await appendEvent(tx, order.conversationId, { ...entry, senderId: platform.id }, at);
}

async function announceInConversation(tx: Transaction, order: OrderRow, { by, at }: Move) {
  const { id: orderId, conversationId, status, version, doctorId } = order;
  if (conversationId === null) return;
  const isTheirs = eq(imConversation.id, conversationId);
  await tx.change(imConversation, { open: isOrderOpen(status), doctorId }, isTheirs);
  const payload = { orderId, status, version, time: at };
  await appendEvent(tx, conversationId, { kind: 'order', senderType: by.type, senderId: by.id, payload }, at);
}

/**
 * Moves an order one step along its life cycle by one conditional write: of two attempts one succeeds and the other gets
 * null. The step is logged, appended to the conversation as an event, and announced on the bus.
 */
export async function moveOrder(tx: Transaction, id: string, step: Move): Promise<OrderRow | null> {
  const { from, action, by, at, set = {}, when, remark = null, notice } = step;
  const next = nextOrderStatus(from, action);
  if (!next.ok) throw new Error(`no order in status ${from} can ${action}`);
  const [order] = await tx.change(
    consultOrder,
    { ...set, status: next.status, version: sql`${consultOrder.version} + 1`, updateTime: at },
    and(eq(consultOrder.id, id), eq(consultOrder.status, from), when),
  );
  if (!order) return null;
  await tx.add(orderLog, {
    orderId: id,
    time: at,
    action,
    remark,
    fromStatus: from,
    toStatus: next.status,
    operatorType: by.type,
    operatorId: by.id,
    operatorName: by.name,
  });
  await announceInConversation(tx, order, step);
  if (notice) await sendNotice(tx, order, notice, at);
  const operator = by.type === SenderType.doctor ? await inBothLanguages(tx, by) : null;
  const { status, doctorId, patientId } = order;
  const change = changes[action] ?? 'changed';
  tx.announce({ type: 'order.changed', orderId: id, status, doctorId, patientId, change, by: operator });
  return order;
}

/** Starts the refund of a refused order that was paid; a timed step completes it. */
export async function startRefund(tx: Transaction, order: OrderRow, at: number): Promise<OrderRow> {
  if (order.payAmount === 0 || order.status !== OrderStatus.refused) return order;
  const step = { from: OrderStatus.refused, action: 'startRefund', by: platform, at } as const;
  return (await moveOrder(tx, order.id, step)) ?? order;
}
