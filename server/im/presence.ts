import { SenderType } from '../../contract/im.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Side = { tenantId: string; type: number };

const otherSide = (type: number) => (type === SenderType.patient ? SenderType.doctor : SenderType.patient);

/** Announces which parties of conversations are connected, in any process. If the lookup fails, nothing is announced. */
export function createPresence(io: Io, now: () => number) {
  async function occupiedRooms(roomNames: string[]): Promise<Set<string>> {
    const sockets = roomNames.length === 0 ? [] : await io.in(roomNames).fetchSockets();
    return new Set(sockets.flatMap((socket) => [...socket.rooms]));
  }

  const announce = ({ tenantId, type }: Side, conversationId: string, online: boolean) => {
    const room = rooms.side(tenantId, conversationId, otherSide(type));
    io.to(room).emit('presence', { conversationId, senderType: type, online, time: now() });
  };

  return {
    /** Announces this party to the others, and sends it the connected ones. */
    async enter(
      side: Side,
      conversationIds: readonly string[],
      notify: (conversationId: string, online: boolean) => void,
    ) {
      const theirs = (id: string) => rooms.side(side.tenantId, id, otherSide(side.type));
      for (const id of conversationIds) announce(side, id, true);
      const connected = await occupiedRooms(conversationIds.map(theirs));
      for (const id of conversationIds) notify(id, connected.has(theirs(id)));
    },
    /** Announces that this party has left, in conversations where it has no other socket. */
    async leave(side: Side, conversationIds: readonly string[]) {
      const mine = (id: string) => rooms.side(side.tenantId, id, side.type);
      const stillConnected = await occupiedRooms(conversationIds.map(mine));
      for (const id of conversationIds) if (!stillConnected.has(mine(id))) announce(side, id, false);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
