import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { GrowthCurve } from '../../clinical/measures/growth.ts';
import { Code } from '../../contract/envelope.ts';
import type { patientCreateOrder } from '../../contract/extension/patient.ts';
import { MessageType, type PatientCardContent, SenderType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { nextNumber } from '../db/numbers.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { doctorsOnly } from '../db/roles.ts';
import { imConversation } from '../db/schema/messages.ts';
import { consultOrder, orderLog } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { KeyOf } from '../files/links.ts';
import { appendEvent } from '../messages/appendEvent.ts';
import { claimFiles } from '../messages/claimFiles.ts';
import { storeIntake } from '../patients/storeIntake.ts';
import { type ConsultSettings, consultSettings } from './consultSettings.ts';
import type { OrderRow } from './moveOrder.ts';
import type { PatientContext } from './patientSteps.ts';
import { type ConfigRow, configOf } from './placeQueries.ts';
import { refusalOfAll, refusalOfChosen } from './places.ts';

type OpenRequest = RequestOf<typeof patientCreateOrder>;
type Patient = typeof patient.$inferSelect;

const open = [OrderStatus.awaitingPayment, OrderStatus.awaiting, OrderStatus.active];
const ofPatient = (patientId: string) => eq(consultOrder.patientId, patientId);

/**
 * The configuration of the doctor whom the patient chose; null for an order for any doctor. A lock on the doctor's row
 * serialises the orders for one doctor, so that the limits hold.
 */
async function chosenOffer(tx: Transaction, request: OpenRequest, at: number): Promise<Outcome<ConfigRow | null>> {
  const { doctorId, consultType } = request;
  if (doctorId === undefined) {
    const refusal = await refusalOfAll(tx, consultType, at);
    return refusal ?? done(null);
  }
  const isThem = [eq(staff.id, doctorId), eq(staff.disabled, false), doctorsOnly];
  const config = (await tx.locked(staff, ...isThem)) ? await configOf(tx, doctorId, consultType) : null;
  if (!config?.enabled) return refusedWith(Code.badRequest, 'doctorOffersNone', { field: 'doctorId' });
  return (await refusalOfChosen(tx, config, at)) ?? done(config);
}

async function insertOrder(
  tx: Transaction,
  who: Patient,
  request: OpenRequest,
  { price, offer }: { price: number; offer: ConfigRow | null },
  { awaitingMin }: ConsultSettings,
  at: number,
) {
  const { consultType, chiefComplaint, images = [], priority = 0 } = request;
  const { id, number: orderNo } = await nextNumber(tx, 'consult_order', 'C', at);
  const { id: patientId } = who;
  const conversation = await tx.add(imConversation, { orderId: id, patientId, createTime: at });
  const order = await tx.add(consultOrder, {
    id,
    orderNo,
    consultType,
    chiefComplaint,
    images,
    priority,
    patientId,
    requestedDoctorId: offer?.doctorId ?? null,
    durationMin: offer?.durationMin ?? null,
    msgLimit: offer?.msgLimit ?? null,
    conversationId: conversation.id,
    status: OrderStatus.awaiting,
    payAmount: price,
    createTime: at,
    payTime: at,
    updateTime: at,
    expireTime: at + awaitingMin * 60_000,
    visitedBefore:
      (await tx.count(consultOrder, ofPatient(patientId), eq(consultOrder.status, OrderStatus.finished))) > 0,
  });
  const step = {
    orderId: id,
    time: at,
    operatorType: SenderType.patient,
    operatorId: patientId,
    operatorName: who.name,
  };
  const { awaitingPayment, awaiting } = OrderStatus;
  await tx.addAll(orderLog, [
    { ...step, action: 'create', toStatus: awaitingPayment },
    { ...step, action: 'pay', fromStatus: awaitingPayment, toStatus: awaiting },
  ]);
  return order;
}

/** Sends the patient's card, the first message: name, complaint and pictures. */
async function sendPatientCard(tx: Transaction, order: OrderRow, who: Patient, conversationId: string, at: number) {
  const card: z.input<typeof PatientCardContent> = {
    name: who.name,
    chiefComplaint: order.chiefComplaint ?? '',
    images: order.images,
  };
  const from = { senderType: SenderType.patient, senderId: who.id };
  const content = JSON.stringify(card);
  await appendEvent(tx, conversationId, { kind: 'message', type: MessageType.patientCard, content, ...from }, at);
}

export type OpenNeeds = { keyOf: KeyOf; growth: readonly GrowthCurve[] };

/** Opens a paid order with its conversation. A lock on the patient's row serialises attempts, so that the limit holds. */
export async function openOrder(
  tx: Transaction,
  request: OpenRequest,
  { by, at }: PatientContext,
  { keyOf, growth }: OpenNeeds,
): Promise<Outcome<OrderRow>> {
  const { id: patientId } = by;
  const who = await tx.locked(patient, eq(patient.id, patientId));
  if (!who) return refused(Code.notFound);
  const settings = await consultSettings(tx);
  const price = settings.prices[String(request.consultType)];
  if (price === undefined) return refused(Code.badRequest, { field: 'consultType' });
  const isOpen = and(ofPatient(patientId), inArray(consultOrder.status, open));
  if ((await tx.count(consultOrder, isOpen)) >= settings.maxOpenOrders) return refused(Code.tooManyRequests);
  const chosen = await chosenOffer(tx, request, at);
  if (!chosen.ok) return chosen;
  const offer = chosen.data;
  const order = await insertOrder(tx, who, request, { price: offer?.price ?? price, offer }, settings, at);
  const { conversationId, images, status } = order;
  if (conversationId === null) throw new Error(`order ${order.id} has no conversation`);
  const from = { hospitalId: tx.hospitalId, type: SenderType.patient, id: patientId };
  const pictures = { urls: images, types: /^image\// };
  if (images.length > 0 && (await claimFiles(tx, keyOf, from, conversationId, pictures)) === null)
    return refused(Code.badRequest, { field: 'images' });
  if (request.intake) await storeIntake(tx, { ...order, who }, request.intake, growth, at);
  await sendPatientCard(tx, order, who, conversationId, at);
  const event = { orderId: order.id, status, doctorId: null, patientId, change: 'added', by: null } as const;
  tx.announce({ type: 'order.changed', ...event });
  return done(order);
}
