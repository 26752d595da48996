import type { ConsultOrder } from '../../contract/http/consult.ts';
import { order } from './order.ts';

/** The n-th order of a list: it waits, and came n seconds after midnight of 1970, unless said otherwise. */
export function consultOrder(n: number, more: Partial<ConsultOrder> = {}): ConsultOrder {
  const waiting = order(`o${n}`, { status: 10 });
  return { ...waiting, patient: { ...waiting.patient, name: `Patient ${n}` }, createTime: n * 1_000, ...more };
}
