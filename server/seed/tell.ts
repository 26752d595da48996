import { eq } from 'drizzle-orm';
import { isOrderOpen, OrderStatus } from '../../clinical/lifecycle/order.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { caseInfo, consultOrder, orderLog } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { doctorNames, type Notice, noticeContent } from '../messages/notices.ts';
import { type Cast, uuidOf } from './cast.ts';
import type { Hired, Shelves } from './furnish.ts';
import { issue } from './issue.ts';
import type { SeedOrder } from './orders.ts';
import type { Admitted } from './seedPatients.ts';

type Patient = NonNullable<ReturnType<Admitted['get']>>;
type Doctor = NonNullable<ReturnType<Hired['get']>>;
type Event = Omit<typeof imEvent.$inferInsert, 'tenantId' | 'conversationId' | 'seq'>;

const system = { kind: 'message', senderType: SenderType.system, senderId: '0' } as const;

const notice = (said: Notice, { language }: Patient, sendTime: number): Event => ({
  ...system,
  type: MessageType.notice,
  content: noticeContent(said, language),
  sendTime,
});

function eventsOf(order: SeedOrder, who: Patient, doctor: Doctor | null): Event[] {
  const { name, language } = who;
  const card = { name, chiefComplaint: order.chiefComplaint, images: [] };
  const events: Event[] = [
    { ...system, type: MessageType.patientCard, content: JSON.stringify(card), sendTime: order.createTime },
  ];
  if (order.acceptTime === null || !doctor) return events;
  events.push(notice({ code: 'order.accepted', params: doctorNames(doctor, language) }, who, order.acceptTime));
  for (const [index, { from, text, time }] of order.messages.entries())
    events.push({
      kind: 'message',
      type: MessageType.text,
      content: JSON.stringify({ content: text }),
      sendTime: time,
      senderType: from === 'patient' ? SenderType.patient : SenderType.doctor,
      senderId: from === 'patient' ? who.id : doctor.id,
      clientMessageId: uuidOf(`${order.key} ${index}`),
    });
  if (order.status === OrderStatus.finished && order.endTime !== null)
    events.push(notice({ code: 'order.finished' }, who, order.endTime));
  return events;
}

/** The steps that brought an order where it is. */
function stepsOf({ status, createTime, payTime, acceptTime, endTime }: SeedOrder) {
  const end = endTime ?? createTime;
  const last = {
    [OrderStatus.finished]: { action: 'finish', time: end, toStatus: OrderStatus.finished },
    [OrderStatus.cancelled]: { action: 'cancel', time: end, toStatus: OrderStatus.cancelled },
    [OrderStatus.refused]: { action: 'refuse', time: end, toStatus: OrderStatus.refused },
    [OrderStatus.timedOut]: { action: 'timeOut', time: end, toStatus: OrderStatus.timedOut },
    [OrderStatus.refunding]: { action: 'dispute', time: end, toStatus: OrderStatus.refunding },
    [OrderStatus.refunded]: { action: 'completeRefund', time: end, toStatus: OrderStatus.refunded },
  } as const;
  const steps = [
    ...(payTime === null ? [] : [{ action: 'pay', time: payTime, toStatus: OrderStatus.awaiting }]),
    ...(acceptTime === null ? [] : [{ action: 'accept', time: acceptTime, toStatus: OrderStatus.active }]),
    ...(status in last ? [last[status as keyof typeof last]] : []),
  ];
  return steps.map((step, n) => ({ ...step, fromStatus: steps[n - 1]?.toStatus ?? OrderStatus.awaitingPayment }));
}

const byDoctor: readonly string[] = ['accept', 'finish', 'refuse'];

async function writeSteps(store: Tenanted, orderId: string, order: SeedOrder, who: Patient, doctor: Doctor | null) {
  const rows = stepsOf(order).map((step) => {
    const own = doctor && byDoctor.includes(step.action) ? doctor : null;
    const operator = own
      ? { operatorType: SenderType.doctor, operatorId: own.id, operatorName: own.name }
      : { operatorType: SenderType.patient, operatorId: who.id, operatorName: who.name };
    return { orderId, ...step, ...operator };
  });
  await store.addAll(orderLog, rows);
}

async function writeRecord(
  store: Tenanted,
  orderId: string,
  order: SeedOrder,
  who: Patient,
  doctor: Doctor,
  shelves: Shelves,
) {
  if (!order.record) return null;
  const { diagnosis: code, signTime, updateTime, ...sections } = order.record;
  const found = shelves.diagnoses.get(code);
  const main = found && { id: found.id, code, main: true, name: who.language === 'en' ? found.nameEn : found.name };
  return store.add(caseInfo, {
    orderId,
    patientId: who.id,
    doctorId: doctor.id,
    signTime,
    updateTime,
    ...sections,
    diagnosisList: main ? [main] : [],
    status: signTime === null ? 0 : 1,
    createTime: updateTime,
  });
}

async function converse(store: Tenanted, conversationId: string, events: Event[], isOver: boolean) {
  const inOrder = events.toSorted((one, other) => one.sendTime - other.sendTime);
  const rows = inOrder.map((event, n) => ({ ...event, conversationId, seq: n + 1 }));
  await store.addAll(imEvent, rows);
  const answered = rows.findLast(({ senderType }) => senderType === SenderType.doctor)?.seq ?? 0;
  return { lastSeq: rows.length, answered: isOver ? rows.length : answered };
}

/** Enters one consultation: the order with its steps, its conversation, its record and its prescription. */
export async function tellStory(store: Tenanted, order: SeedOrder, cast: Cast, at: number): Promise<void> {
  const who = cast.admitted.get(order.patient);
  const doctor = order.doctor === null ? null : (cast.hired.get(order.doctor) ?? null);
  if (!who) return;
  const {
    key,
    tenantId: _,
    patient: __,
    doctor: ___,
    messages,
    record,
    prescription,
    department,
    scenario,
    ...columns
  } = order;
  const row = await store.add(consultOrder, {
    ...columns,
    patientId: who.id,
    doctorId: doctor?.id ?? null,
    rateTime: order.rating === null ? null : order.endTime,
    updateTime: order.endTime ?? order.acceptTime ?? order.createTime,
  });
  await writeSteps(store, row.id, order, who, doctor);
  const ends = { patientId: who.id, doctorId: doctor?.id ?? null };
  const open = isOrderOpen(order.status);
  const conversation = await store.add(imConversation, {
    orderId: row.id,
    ...ends,
    open,
    createTime: order.createTime,
  });
  const events = eventsOf(order, who, doctor);
  if (doctor) {
    const written = await writeRecord(store, row.id, order, who, doctor, cast.shelves);
    const issued = await issue(store, { order, row, who, doctor, caseId: written?.id ?? null, cast }, at);
    if (issued) events.push(issued);
  }
  const { lastSeq, answered } = await converse(store, conversation.id, events, order.endTime !== null);
  const read = {
    patientReadUpTo: lastSeq,
    patientDeliveredUpTo: lastSeq,
    doctorReadUpTo: answered,
    doctorDeliveredUpTo: lastSeq,
  };
  await store.change(imConversation, { lastSeq, ...read }, eq(imConversation.id, conversation.id));
  await store.change(consultOrder, { conversationId: conversation.id }, eq(consultOrder.id, row.id));
}
