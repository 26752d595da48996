import { inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Language } from '../../policies/staff.ts';
import { consultSettings } from '../consultSettings.ts';
import { patientBrief } from '../patientBrief.ts';
import { people } from '../people.ts';
import { caseInfo } from '../schema/consult.ts';
import { patient } from '../schema/patient.ts';
import { prescription } from '../schema/prescription.ts';
import type { Tenanted } from '../tenanted.ts';
import { standings } from './conversations.ts';
import type { OrderRow } from './move.ts';

export type OrderView = z.input<typeof ConsultOrder>;

type Reader = { language: Language; at: number };

async function patientsOf(store: Tenanted, orders: readonly OrderRow[]) {
  const rows = await store.rows(patient, inArray(patient.id, [...new Set(orders.map(({ patientId }) => patientId))]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function casesOf(store: Tenanted, orderIds: string[]) {
  const rows = await store.db
    .select({ id: caseInfo.id, orderId: caseInfo.orderId })
    .from(caseInfo)
    .where(store.own(caseInfo, inArray(caseInfo.orderId, orderIds)));
  return new Map(rows.map(({ id, orderId }) => [orderId, id]));
}

async function prescriptionsOf(store: Tenanted, orderIds: string[]) {
  const rows = await store.db
    .select({ id: prescription.id, orderId: prescription.orderId })
    .from(prescription)
    .where(store.own(prescription, inArray(prescription.orderId, orderIds)))
    .orderBy(prescription.id);
  const byOrder = new Map<string, string[]>();
  for (const { id, orderId } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), id]);
  return byOrder;
}

/** Orders as the doctors of their hospital see them, with everything a row or a pane's header shows. */
export async function viewOrders(store: Tenanted, orders: readonly OrderRow[], { language, at }: Reader) {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const patients = await patientsOf(store, orders);
  const cases = await casesOf(store, ids);
  const prescriptions = await prescriptionsOf(store, ids);
  const standingOf = await standings(store, ids, language);
  const { overdueMin } = await consultSettings(store);
  const doctorIds = orders.map(({ doctorId }) => doctorId);
  const person = await people(store, doctorIds, language);
  return orders.flatMap((order): OrderView[] => {
    const who = patients.get(order.patientId);
    if (who === undefined || order.conversationId === null) return [];
    const { id, orderNo, consultType, status, chiefComplaint, images, payAmount, priority, version } = order;
    const { createTime, payTime, acceptTime, endTime, expireTime, endReason, doctorId, conversationId } = order;
    const waits = status === OrderStatus.awaiting;
    return [
      {
        ...{ id, orderNo, consultType, status, chiefComplaint, images, payAmount, priority, version, endReason },
        ...{ createTime, payTime, acceptTime, endTime, expireTime, doctorId, conversationId },
        patient: patientBrief(who, at, language),
        doctorName: doctorId === null ? null : person(doctorId).name,
        overdueTime: waits ? (payTime ?? createTime) + overdueMin * 60_000 : null,
        ...standingOf(id),
        caseId: cases.get(id) ?? null,
        prescriptionIds: prescriptions.get(id) ?? [],
      },
    ];
  });
}
