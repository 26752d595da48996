import { and, eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import type { Staff, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendEvent } from '../messages/appendEvent.ts';
import { findOrder } from '../patients/queries.ts';
import { appendTrail } from '../trail/trail.ts';
import type { Which } from './accept.ts';
import { explainRefusal } from './explain.ts';
import { moveOrder, type OrderRow, startRefund } from './moveOrder.ts';
import { forDoctor } from './policy.ts';

const isVersion = (version: number | undefined) =>
  version === undefined ? undefined : eq(consultOrder.version, version);

const operator = ({ id, name }: Staff) => ({ type: SenderType.doctor, id, name });

async function recordStep(tx: Transaction, { id, patientId }: OrderRow, action: string, { by, at }: StaffContext) {
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId, purpose: `order:${id}`, detail: { action } });
}

type Refusal = Which & { reasonCode: string; remark?: string | undefined };

/** Declines a waiting patient for a reason, and starts the refund. */
export async function refuseOrder(
  tx: Transaction,
  refusal: Refusal,
  context: StaffContext,
): Promise<Outcome<OrderRow>> {
  const { by, at } = context;
  const { id, version, reasonCode, remark = null } = refusal;
  const refusedOrder = await moveOrder(tx, id, {
    from: OrderStatus.awaiting,
    action: 'refuse',
    by: operator(by),
    at,
    when: and(isVersion(version), forDoctor(by.id)),
    set: { doctorId: by.id, refuseReasonCode: reasonCode, refuseRemark: remark, endTime: at, endReason: 'refused' },
    remark: remark ?? reasonCode,
    notice: { code: 'order.refused' },
  });
  if (refusedOrder) {
    await recordStep(tx, refusedOrder, 'refuse', context);
    return done(await startRefund(tx, refusedOrder, at));
  }
  const order = await findOrder(tx, id);
  // A repeat of the same refusal, because the client did not get the answer.
  const isRepeat = order?.doctorId === by.id && order.refuseReasonCode === reasonCode;
  return order && isRepeat ? done(order) : explainRefusal(by, tx, id);
}

type Finish = Which & { summary?: string | undefined };

/** Sends the doctor's summary as an ordinary message. */
async function sendSummary(tx: Transaction, { conversationId }: OrderRow, summary: string, { by, at }: StaffContext) {
  if (conversationId === null || isBlank(summary)) return;
  const entry = { kind: 'message', type: MessageType.text, content: JSON.stringify({ content: summary }) } as const;
  await appendEvent(tx, conversationId, { ...entry, senderType: SenderType.doctor, senderId: by.id }, at);
}

/** Finishes a consultation of this doctor. */
export async function finishOrder(tx: Transaction, finish: Finish, context: StaffContext): Promise<Outcome<OrderRow>> {
  const { by, at } = context;
  const { id, version, summary = '' } = finish;
  const mine = eq(consultOrder.doctorId, by.id);
  const order = await tx.locked(consultOrder, eq(consultOrder.id, id), mine);
  if (!order) return explainRefusal(by, tx, id);
  // A repeat of the same request, because the client did not get the answer.
  if (order.status === OrderStatus.finished && order.endReason === 'doctor') return done(order);
  const isCurrent = order.status === OrderStatus.active && (version ?? order.version) === order.version;
  if (!isCurrent) return explainRefusal(by, tx, id);
  await sendSummary(tx, order, summary, context);
  const finished = await moveOrder(tx, id, {
    from: OrderStatus.active,
    action: 'finish',
    by: operator(by),
    at,
    when: mine,
    set: { endTime: at, endReason: 'doctor', summary: summary === '' ? null : summary },
    notice: { code: 'order.finished' },
  });
  if (!finished) return explainRefusal(by, tx, id);
  await recordStep(tx, finished, 'finish', context);
  return done(finished);
}
