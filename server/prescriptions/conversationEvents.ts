import { eq } from 'drizzle-orm';
import { MessageType, SenderType } from '../../contract/im.ts';
import { imConversation } from '../db/schema/messages.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendEvent } from '../messages/appendEvent.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

const conversationOf = (tx: Transaction, orderId: string) =>
  tx.first(imConversation, eq(imConversation.orderId, orderId));

/** Sends the prescription's card as a message of the doctor. Clients update the card from the events that follow. */
export async function sendPrescriptionCard(tx: Transaction, row: PrescriptionRow, at: number): Promise<void> {
  const conversation = await conversationOf(tx, row.orderId);
  if (!conversation) return;
  const content = JSON.stringify({ prescriptionId: row.id, prescriptionNo: row.prescriptionNo });
  const from = { senderType: SenderType.doctor, senderId: row.doctorId };
  await appendEvent(tx, conversation.id, { kind: 'message', ...from, type: MessageType.prescriptionCard, content }, at);
}

/** Appends the prescription's new status to the conversation as an event. */
export async function appendStatusChange(
  tx: Transaction,
  row: PrescriptionRow,
  { remark, at }: { remark: string | null; at: number },
): Promise<void> {
  const conversation = await conversationOf(tx, row.orderId);
  if (!conversation) return;
  const { id: prescriptionId, prescriptionNo, status, auditStatus, version } = row;
  const payload = { prescriptionId, prescriptionNo, status, auditStatus, version, remark };
  const from = { senderType: SenderType.system, senderId: row.doctorId };
  await appendEvent(tx, conversation.id, { kind: 'prescription', ...from, payload }, at);
}
