import { ConsultOrder } from '../../contract/http/consult.ts';

/** A consultation order as the platform returns it; conversation and order have the same number. */
export const order = (id: string, { status, version = 1 }: { status: number; version?: number }): ConsultOrder =>
  ConsultOrder.parse({
    id,
    orderNo: `C${id}`,
    consultType: 1,
    status,
    patient: { id: `${id}0`, name: `Patient ${id}`, gender: 1, age: 40, ageText: '40', mobile: '139****0001' },
    chiefComplaint: 'Cough',
    payAmount: 3_000,
    createTime: 1,
    conversationId: id,
    unread: 0,
    version,
  });

/** The n-th order of a list: waiting, created n seconds after the epoch unless overridden. */
export function consultOrder(n: number, more: Partial<ConsultOrder> = {}): ConsultOrder {
  const waiting = order(`o${n}`, { status: 10 });
  return { ...waiting, patient: { ...waiting.patient, name: `Patient ${n}` }, createTime: n * 1_000, ...more };
}
