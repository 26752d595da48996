import { SenderType } from '../../contract/im.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Side = { tenantId: string; type: number };
type Notify = (conversationId: string, online: boolean) => void;

const otherSide = (type: number) => (type === SenderType.patient ? SenderType.doctor : SenderType.patient);

type Needs = { io: Io; now: () => number; onFault: (cause: unknown) => void };

/**
 * Announces which parties of conversations are connected, in any process. If the lookup fails, it is reported, and what
 * depends on it is not announced: clients show the last state until that party joins or leaves again.
 */
export function createPresence({ io, now, onFault }: Needs) {
  async function occupiedRooms(roomNames: string[]): Promise<Set<string>> {
    const sockets = roomNames.length === 0 ? [] : await io.in(roomNames).fetchSockets();
    return new Set(sockets.flatMap((socket) => [...socket.rooms]));
  }

  const announce = ({ tenantId, type }: Side, conversationId: string, online: boolean) => {
    const room = rooms.side(tenantId, conversationId, otherSide(type));
    io.to(room).emit('presence', { conversationId, senderType: type, online, time: now() });
  };

  async function enter(side: Side, conversationIds: readonly string[], notify: Notify) {
    const theirs = (id: string) => rooms.side(side.tenantId, id, otherSide(side.type));
    for (const id of conversationIds) announce(side, id, true);
    const connected = await occupiedRooms(conversationIds.map(theirs));
    for (const id of conversationIds) notify(id, connected.has(theirs(id)));
  }

  async function leave(side: Side, conversationIds: readonly string[]) {
    const mine = (id: string) => rooms.side(side.tenantId, id, side.type);
    const stillConnected = await occupiedRooms(conversationIds.map(mine));
    for (const id of conversationIds) if (!stillConnected.has(mine(id))) announce(side, id, false);
  }

  return {
    /** Announces this party to the others, and sends it the connected ones. */
    enter(...given: Parameters<typeof enter>): void {
      enter(...given).catch(onFault);
    },
    /** Announces that this party has left, in conversations where it has no other socket. */
    leave(...given: Parameters<typeof leave>): void {
      leave(...given).catch(onFault);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
