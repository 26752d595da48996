import type { Published } from '../events/bus.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

/** Tells the sockets whom a committed change concerns. Each of these is a hint about what can also be pulled. */
export function publish(io: Io, event: Published): void {
  const { tenantId } = event;
  switch (event.type) {
    case 'conversation.advanced':
      // Made by the store for the wire; the receiving side parses it.
      io.to(rooms.conversation(tenantId, event.conversationId)).emit('conversation:event', event.event as never);
      return;
    case 'order.changed': {
      const { orderId, change, by, doctorId, at: time } = event;
      const news = { orderId, change, by, time };
      const concernsAll = change !== 'ended' && change !== 'changed';
      if (concernsAll) io.to(rooms.awaiting(tenantId)).emit('awaiting:changed', news);
      else if (doctorId !== null) io.to(rooms.person(tenantId, 'staff', doctorId)).emit('awaiting:changed', news);
      return;
    }
    case 'prescription.changed': {
      const { prescriptionId: id, orderId, doctorId, status, auditStatus, version, remark } = event;
      const news = { id, orderId, status, auditStatus, version, remark };
      io.to(rooms.person(tenantId, 'staff', doctorId)).emit('prescription:changed', news);
      return;
    }
    case 'review.changed': {
      const { prescriptionId: id, updateTime, removal } = event;
      const change = removal === null ? ({ change: 'upsert' } as const) : ({ change: 'removed', ...removal } as const);
      io.to(rooms.audit(tenantId)).emit('audit:changed', { id, updateTime, ...change });
      return;
    }
    case 'session.revoked':
    case 'stock.changed':
      return;
    default:
      event satisfies never;
  }
}
