import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';

const waitsSince = ({ payTime, createTime }: ConsultOrder) => payTime ?? createTime;

/** Higher priority first, then the longer wait. */
export const byPriority = (a: ConsultOrder, b: ConsultOrder): number =>
  (b.priority ?? 0) - (a.priority ?? 0) || waitsSince(a) - waitsSince(b) || a.id.localeCompare(b.id);

/** Splits the platform's list into waiting patients and this doctor's running consultations. */
export const apart = (orders: readonly ConsultOrder[]) => ({
  waiting: orders.filter(({ status }) => status === OrderStatus.awaiting).sort(byPriority),
  running: orders.filter(({ status }) => status === OrderStatus.active),
});
