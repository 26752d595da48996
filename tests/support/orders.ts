import type { ConsultOrder } from '../../contract/http/consult.ts';
import { order } from './order.ts';

/** The n-th order of a list: waiting, created n seconds after the epoch unless overridden. */
export function consultOrder(n: number, more: Partial<ConsultOrder> = {}): ConsultOrder {
  const waiting = order(`o${n}`, { status: 10 });
  return { ...waiting, patient: { ...waiting.patient, name: `Patient ${n}` }, createTime: n * 1_000, ...more };
}
