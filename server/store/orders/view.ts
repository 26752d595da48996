import { inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Language } from '../../policies/staff.ts';
import { patientBrief } from '../patientBrief.ts';
import { patient } from '../schema/patient.ts';
import type { Tenanted } from '../tenanted.ts';
import { standings } from './conversations.ts';
import type { OrderRow } from './move.ts';

export type OrderView = z.input<typeof ConsultOrder>;

type Reader = { language: Language; at: number };

async function patientsOf(store: Tenanted, orders: readonly OrderRow[]) {
  const rows = await store.rows(patient, inArray(patient.id, [...new Set(orders.map(({ patientId }) => patientId))]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Orders as the doctors of their hospital see them, with everything a row or a pane's header shows. */
export async function viewOrders(
  store: Tenanted,
  orders: readonly OrderRow[],
  { language, at }: Reader,
): Promise<OrderView[]> {
  if (orders.length === 0) return [];
  const patients = await patientsOf(store, orders);
  const ids = orders.map(({ id }) => id);
  const { of, settings } = await standings(store, ids, language);
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
        overdueTime: waits ? (payTime ?? createTime) + settings.overdueMin * 60_000 : null,
        ...of(id),
      },
    ];
  });
}
