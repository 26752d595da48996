import type { ConsultOrder } from '../../contract/http/consult.ts';
import { ConversationId, OrderId, PatientId } from '../../contract/ids.ts';

/** A consult order as the platform sends it; `status` 10 waits, 20 runs. */
export const consultOrder = (n: number, more: Partial<ConsultOrder> = {}): ConsultOrder => ({
  id: OrderId.parse(`o${n}`),
  orderNo: `WZ${n}`,
  consultType: 1,
  status: 10,
  patient: {
    id: PatientId.parse(`p${n}`),
    name: `Patient ${n}`,
    gender: 1,
    age: 30,
    ageText: '30',
    mobile: '138****0000',
  },
  payAmount: 3_000,
  createTime: n * 1_000,
  conversationId: ConversationId.parse(`c${n}`),
  unread: 0,
  version: 1,
  ...more,
});
