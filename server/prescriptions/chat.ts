import { eq } from 'drizzle-orm';
import { MessageType, SenderType } from '../../contract/im.ts';
import { imConversation } from '../db/schema/messages.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendEvent } from '../messages/appendEvent.ts';
import type { PrescriptionRow } from './row.ts';

const conversationOf = (tx: Transaction, orderId: string) =>
  tx.first(imConversation, eq(imConversation.orderId, orderId));

/** The doctor's message with which both see the prescription; it follows the prescription's events from then on. */
export async function showCard(tx: Transaction, row: PrescriptionRow, at: number): Promise<void> {
  const conversation = await conversationOf(tx, row.orderId);
  if (!conversation) return;
  const content = JSON.stringify({ prescriptionId: row.id, prescriptionNo: row.prescriptionNo });
  const from = { senderType: SenderType.doctor, senderId: row.doctorId };
  await appendEvent(tx, conversation.id, { kind: 'message', ...from, type: MessageType.prescriptionCard, content }, at);
}

/** Tells the conversation where the prescription stands now. */
export async function showChange(
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
