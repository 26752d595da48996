import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type {
  PatientOrder,
  patientCreateOrder,
  patientDisputeOrder,
  patientRateOrder,
} from '../../contract/extension/patient.ts';
import { SenderType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { PatientCaller } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { attempt, done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder, orderLog } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf } from '../files/links.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';
import { stateOf } from './explain.ts';
import { moveOrder, type OrderRow } from './moveOrder.ts';
import { openOrder } from './open.ts';

type PatientContext = { by: PatientCaller; at: number };
type View = z.input<typeof PatientOrder>;

const maxListed = 100;

async function viewsFor(store: Tenanted, rows: OrderRow[], by: PatientCaller): Promise<View[]> {
  const doctorIds = rows.map(({ doctorId }) => doctorId);
  const person = await loadPeople(store, doctorIds, by.language);
  return rows.map(({ id, conversationId, orderNo, status, consultType, doctorId, createTime, version }) => ({
    id,
    conversationId: conversationId ?? '0',
    orderNo,
    status,
    consultType,
    createTime,
    version,
    doctorName: doctorId === null ? null : person(doctorId).name,
  }));
}

const isOwn = ({ id }: PatientCaller, orderId: string) =>
  and(eq(consultOrder.id, orderId), eq(consultOrder.patientId, id));

async function recordStep(
  tx: Transaction,
  { by, at }: PatientContext,
  orderId: string,
  action: TrailEntry['action'],
  step: string,
) {
  const entry = { action, entity: 'order', entityId: orderId, patientId: by.id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, purpose: `order:${orderId}`, detail: { action: step } });
}

async function cancel(tx: Transaction, context: PatientContext, id: string): Promise<Outcome<true>> {
  const { by, at } = context;
  const cancelled = await moveOrder(tx, id, {
    from: OrderStatus.awaiting,
    action: 'cancel',
    at,
    when: isOwn(by, id),
    by: { type: SenderType.patient, id: by.id, name: by.name },
    set: { endTime: at, endReason: 'cancelled' },
    notice: { code: 'order.cancelled' },
  });
  if (cancelled) {
    await recordStep(tx, context, id, 'cancel', 'cancel');
    return done(true);
  }
  const order = await tx.first(consultOrder, isOwn(by, id));
  if (!order) return refused(Code.notFound);
  return order.status === OrderStatus.cancelled ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
}

type Dispute = RequestOf<typeof patientDisputeOrder>;

/** Ends a running consultation that the patient disputes; the payment is refunded as after a refusal. */
async function dispute(tx: Transaction, context: PatientContext, { id, reason }: Dispute): Promise<Outcome<true>> {
  const { by, at } = context;
  const disputed = await moveOrder(tx, id, {
    from: OrderStatus.active,
    action: 'dispute',
    at,
    when: isOwn(by, id),
    by: { type: SenderType.patient, id: by.id, name: by.name },
    set: { endTime: at, endReason: 'disputed' },
    remark: reason,
    notice: { code: 'order.disputed' },
  });
  if (disputed) {
    await recordStep(tx, context, id, 'update', 'dispute');
    return done(true);
  }
  const order = await tx.first(consultOrder, isOwn(by, id));
  if (!order) return refused(Code.notFound);
  // A repeat of the same dispute, because the client did not get the answer.
  return order.endReason === 'disputed' ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
}

type Rating = RequestOf<typeof patientRateOrder>;

async function rate(
  tx: Transaction,
  context: PatientContext,
  { id, stars, comment = '' }: Rating,
): Promise<Outcome<true>> {
  const { by, at } = context;
  const isRatable = and(isOwn(by, id), eq(consultOrder.status, OrderStatus.finished), isNull(consultOrder.rating));
  const rating = { rating: stars, ratingText: comment || null, rateTime: at, updateTime: at };
  const [rated] = await tx.change(consultOrder, { ...rating, version: sql`${consultOrder.version} + 1` }, isRatable);
  if (!rated) {
    const order = await tx.first(consultOrder, isOwn(by, id));
    if (!order) return refused(Code.notFound);
    return order.rating === stars ? done(true) : refused(Code.orderStatusRefused, stateOf(order));
  }
  const operator = { operatorType: SenderType.patient, operatorId: by.id, operatorName: by.name };
  const { finished } = OrderStatus;
  await tx.add(orderLog, {
    orderId: id,
    time: at,
    action: 'rate',
    fromStatus: finished,
    toStatus: finished,
    ...operator,
  });
  await recordStep(tx, context, id, 'update', 'rate');
  const { status, doctorId, patientId } = rated;
  tx.announce({ type: 'order.changed', orderId: id, status, doctorId, patientId, change: 'changed', by: null });
  return done(true);
}

/** Consult orders, for the patients who open them. */
export const createPatientOrders = ({ uow, keyOf }: { uow: UnitOfWork; keyOf: KeyOf }) => ({
  open: ({ by, at }: PatientContext, request: RequestOf<typeof patientCreateOrder>): Promise<Outcome<View>> =>
    attempt(uow, by.tenantId, async (tx) => {
      const opened = await openOrder(tx, by.id, request, keyOf, at);
      if (!opened.ok) return opened;
      await recordStep(tx, { by, at }, opened.data.id, 'create', 'open');
      const [view] = await viewsFor(tx, [opened.data], by);
      return view ? done(view) : refused(Code.notFound);
    }),
  async list({ by }: PatientContext): Promise<View[]> {
    const store = uow.read(by.tenantId);
    const rows = await store.db
      .select()
      .from(consultOrder)
      .where(store.own(consultOrder, eq(consultOrder.patientId, by.id)))
      .orderBy(desc(consultOrder.createTime), desc(consultOrder.id))
      .limit(maxListed);
    return viewsFor(store, rows, by);
  },
  cancel: (context: PatientContext, id: string) =>
    attempt<true>(uow, context.by.tenantId, (tx) => cancel(tx, context, id)),
  dispute: (context: PatientContext, reason: Dispute) =>
    attempt<true>(uow, context.by.tenantId, (tx) => dispute(tx, context, reason)),
  rate: (context: PatientContext, rating: Rating) =>
    attempt<true>(uow, context.by.tenantId, (tx) => rate(tx, context, rating)),
});
