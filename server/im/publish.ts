import type { Published } from '../events/bus.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

/** Most conversations have no socket in most processes, and encoding an event costs more than asking. */
function publishInConversation(io: Io, room: string, event: Record<string, unknown>): void {
  // The event is already in the wire's form; the receiver parses it.
  if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('conversation:event', event as never);
}

/** Sends a committed change, of any process, to the sockets of this process that it concerns. Each event is a hint; clients can also load the state. */
export function publish(io: Io, event: Published): void {
  const { hospitalId } = event;
  switch (event.type) {
    case 'conversation.advanced':
      publishInConversation(io, rooms.conversation(hospitalId, event.conversationId), event.event);
      return;
    case 'order.changed': {
      const { orderId, change, by, doctorId, at: time } = event;
      const payload = { orderId, change, by, time };
      const concernsAll = change !== 'ended' && change !== 'changed';
      if (concernsAll) io.to(rooms.awaiting(hospitalId)).emit('awaiting:changed', payload);
      else if (doctorId !== null) io.to(rooms.person(hospitalId, 'staff', doctorId)).emit('awaiting:changed', payload);
      return;
    }
    case 'prescription.changed': {
      const { prescriptionId: id, orderId, doctorId, status, auditStatus, version, remark, updateTime } = event;
      const payload = { id, orderId, status, auditStatus, version, remark, updateTime };
      io.to(rooms.person(hospitalId, 'staff', doctorId)).emit('prescription:changed', payload);
      return;
    }
    case 'record.changed': {
      const { orderId, doctorId, version, status, at: time } = event;
      io.to(rooms.person(hospitalId, 'staff', doctorId)).emit('record:changed', { orderId, version, status, time });
      return;
    }
    case 'review.changed': {
      const { prescriptionId: id, updateTime, removal } = event;
      const change = removal === null ? ({ change: 'upsert' } as const) : ({ change: 'removed', ...removal } as const);
      io.to(rooms.audit(hospitalId)).emit('audit:changed', { id, updateTime, ...change });
      return;
    }
    case 'question.changed': {
      const { questionId: id, prescriptionId, orderId, doctorId, state, at: time } = event;
      const concerned = [rooms.person(hospitalId, 'staff', doctorId), rooms.audit(hospitalId)];
      io.to(concerned).emit('question:changed', { id, prescriptionId, orderId, state, time });
      return;
    }
    case 'patient.factsChanged': {
      const concerned = event.doctorIds.map((id) => rooms.person(hospitalId, 'staff', id));
      io.to([...concerned, rooms.audit(hospitalId)]).emit('patient:changed', {
        patientId: event.patientId,
        time: event.at,
      });
      return;
    }
    case 'person.changed': {
      const { userId, part, at: time } = event;
      io.to(rooms.person(hospitalId, 'staff', userId)).emit('account:changed', { part, time });
      return;
    }
    case 'hospital.changed':
      io.to(rooms.staff(hospitalId)).emit('hospital:changed', { part: event.part, time: event.at });
      return;
    case 'duty.changed': {
      const { doctorId, state, message, source, at: time } = event;
      io.to(rooms.person(hospitalId, 'staff', doctorId)).emit('duty:changed', { state, message, source, time });
      return;
    }
    case 'notices.changed':
      io.to([rooms.awaiting(hospitalId), rooms.audit(hospitalId)]).emit('notices:changed', { time: event.at });
      return;
    case 'own.changed': {
      const concerned = event.staffIds.map((id) => rooms.person(hospitalId, 'staff', id));
      io.to(concerned).emit('own:changed', { part: event.part, time: event.at });
      return;
    }
    case 'session.revoked':
    case 'stock.changed':
      return;
    default:
      event satisfies never;
  }
}
