import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { requestRecount } from './requestRecount.ts';

/**
 * Tells the doctors of the patient's running consultations, and the reviewers, that statements changed. What is under review
 * is counted again.
 */
export async function announceFacts(tx: Transaction, patientId: string, at: number): Promise<void> {
  const running = await tx.rows(
    consultOrder,
    eq(consultOrder.patientId, patientId),
    eq(consultOrder.status, OrderStatus.active),
  );
  const doctorIds = [...new Set(running.flatMap(({ doctorId }) => doctorId ?? []))];
  tx.announce({ type: 'patient.factsChanged', patientId, doctorIds });
  await requestRecount(tx, patientId, at);
}
