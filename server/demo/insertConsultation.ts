import { eq } from 'drizzle-orm';
import { isOrderOpen, OrderStatus } from '../../clinical/lifecycle/order.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { caseInfo, consultOrder, orderLog } from '../db/schema/orders.ts';
import { doctorNames, type Notice, noticeContent } from '../messages/notices.ts';
import { createSignerOf } from '../signatures/signer.ts';
import type { PharmacyRows, StaffRows } from './insertHospital.ts';
import type { PatientRows } from './insertPatients.ts';
import { insertPrescription } from './insertPrescription.ts';
import type { SeedOrder } from './orders.ts';
import { type SeededRows, uuidOf } from './seededRows.ts';

type Patient = NonNullable<ReturnType<PatientRows['get']>>;
type Doctor = NonNullable<ReturnType<StaffRows['get']>>;
/** Seeded pictures have no signed links. */
const signerOf = createSignerOf((url) => url);

type Event = Omit<typeof imEvent.$inferInsert, 'tenantId' | 'conversationId' | 'seq'>;

const system = { kind: 'message', senderType: SenderType.system, senderId: '0' } as const;

const notice = (content: Notice, { language }: Patient, sendTime: number): Event => ({
  ...system,
  type: MessageType.notice,
  content: noticeContent(content, language),
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

/** The steps that lead to an order's status. */
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

async function insertSteps(
  store: HospitalStore,
  orderId: string,
  order: SeedOrder,
  who: Patient,
  doctor: Doctor | null,
) {
  const rows = stepsOf(order).map((step) => {
    const own = doctor && byDoctor.includes(step.action) ? doctor : null;
    const operator = own
      ? { operatorType: SenderType.doctor, operatorId: own.id, operatorName: own.name }
      : { operatorType: SenderType.patient, operatorId: who.id, operatorName: who.name };
    return { orderId, ...step, ...operator };
  });
  await store.addAll(orderLog, rows);
}

async function insertRecord(
  store: HospitalStore,
  orderId: string,
  order: SeedOrder,
  who: Patient,
  doctor: Doctor,
  pharmacy: PharmacyRows,
) {
  if (!order.record) return null;
  const { diagnosis: code, signTime, updateTime, ...sections } = order.record;
  const found = pharmacy.diagnoses.get(code);
  const main = found && { id: found.id, code, main: true, name: found.name, nameEn: found.nameEn };
  const signer = signTime === null ? null : await signerOf(store, doctor.id);
  return store.add(caseInfo, {
    orderId,
    patientId: who.id,
    doctorId: doctor.id,
    signTime,
    signer,
    updateTime,
    ...sections,
    diagnosisList: main ? [main] : [],
    status: signTime === null ? 0 : 1,
    createTime: updateTime,
  });
}

async function insertEvents(store: HospitalStore, conversationId: string, events: Event[], isOver: boolean) {
  const inOrder = events.toSorted((one, other) => one.sendTime - other.sendTime);
  const rows = inOrder.map((event, n) => ({ ...event, conversationId, seq: n + 1 }));
  await store.addAll(imEvent, rows);
  const answered = rows.findLast(({ senderType }) => senderType === SenderType.doctor)?.seq ?? 0;
  return { lastSeq: rows.length, answered: isOver ? rows.length : answered };
}

/** Inserts one consultation: the order with its steps, conversation, record and prescription. */
export async function insertConsultation(
  store: HospitalStore,
  order: SeedOrder,
  rows: SeededRows,
  at: number,
): Promise<void> {
  const who = rows.patients.get(order.patient);
  const doctor = order.doctor === null ? null : (rows.staff.get(order.doctor) ?? null);
  if (!who) return;
  const {
    key,
    hospitalId: _,
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
  await insertSteps(store, row.id, order, who, doctor);
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
    const written = await insertRecord(store, row.id, order, who, doctor, rows.pharmacy);
    const issued = await insertPrescription(store, { order, row, who, doctor, caseId: written?.id ?? null, rows }, at);
    if (issued) events.push(issued);
  }
  const { lastSeq, answered } = await insertEvents(store, conversation.id, events, order.endTime !== null);
  const read = {
    patientReadUpTo: lastSeq,
    patientDeliveredUpTo: lastSeq,
    doctorReadUpTo: answered,
    doctorDeliveredUpTo: lastSeq,
  };
  await store.change(imConversation, { lastSeq, ...read }, eq(imConversation.id, conversation.id));
  await store.change(consultOrder, { conversationId: conversation.id }, eq(consultOrder.id, row.id));
}
