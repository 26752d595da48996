import type { AuditItem } from '../../contract/extension/audit.ts';
import { OrderId, PrescriptionId } from '../../contract/ids.ts';
import { consultOrder } from './order.ts';

/** A row of the review queue; `auditStatus` 0 is waiting. */
export const reviewItem = (n: number, updateTime: number, more: Partial<AuditItem> = {}): AuditItem => ({
  id: PrescriptionId.parse(`rx${n}`),
  prescriptionNo: `RX${n}`,
  orderId: OrderId.parse(`o${n}`),
  patient: consultOrder(n).patient,
  rxType: 0,
  status: 10,
  auditStatus: 0,
  diagnosisList: [],
  lineCount: 1,
  createTime: 1,
  version: 1,
  blockCount: 0,
  warnCount: 0,
  child: false,
  updateTime,
  ...more,
});
