import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Published } from '../events/bus.ts';
import { pushRules } from '../trail/rules.ts';
import { appendDailyTrail } from '../trail/trail.ts';
import { rooms } from './rooms.ts';
import { actorOf, type Io } from './types.ts';

type Needs = { io: Io; uow: UnitOfWork; now: () => number; onFault: (cause: unknown) => void };

const dayMs = 86_400_000;
const maxRooms = 50_000;

/**
 * Appends the daily trail rows of people who stay in a conversation over midnight: joining appended the first day's row, and
 * the first event of each later day appends that day's.
 */
export function createDailyReaderTrail({ io, uow, now, onFault }: Needs) {
  const lastDays = new Map<string, number>();

  return (event: Published): void => {
    if (event.type !== 'conversation.advanced') return;
    const { hospitalId, conversationId } = event;
    const room = rooms.conversation(hospitalId, conversationId);
    const at = now();
    const day = Math.floor(at / dayMs);
    if (lastDays.get(room) === day) return;
    if (lastDays.size >= maxRooms) lastDays.clear();
    lastDays.set(room, day);
    const { action, entity } = pushRules['conversation:event'];
    const entry = { action, entity, entityId: conversationId, patientId: null, purpose: null, outcome: 'ok' } as const;
    for (const id of io.of('/').adapter.rooms.get(room) ?? []) {
      const socket = io.of('/').sockets.get(id);
      if (socket)
        appendDailyTrail(uow.read(hospitalId), actorOf(socket, 'conversation:event'), at, entry).catch(onFault);
    }
  };
}
