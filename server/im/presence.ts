import { SenderType } from '../../contract/im.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Side = { tenantId: string; type: number };

const otherSide = (type: number) => (type === SenderType.patient ? SenderType.doctor : SenderType.patient);

/** Which sides of conversations are connected, in any process. A hint: when it cannot be asked for, nothing is said. */
export function createPresence(io: Io, now: () => number) {
  async function occupied(asked: string[]): Promise<Set<string>> {
    const sockets = asked.length === 0 ? [] : await io.in(asked).fetchSockets();
    return new Set(sockets.flatMap((socket) => [...socket.rooms]));
  }

  const tell = ({ tenantId, type }: Side, conversationId: string, online: boolean) => {
    const room = rooms.side(tenantId, conversationId, otherSide(type));
    io.to(room).emit('presence', { conversationId, senderType: type, online, time: now() });
  };

  return {
    /** Tells the other sides that this one is there, and this one which of the others are. */
    async came(
      side: Side,
      conversationIds: readonly string[],
      hear: (conversationId: string, online: boolean) => void,
    ) {
      const theirs = (id: string) => rooms.side(side.tenantId, id, otherSide(side.type));
      for (const id of conversationIds) tell(side, id, true);
      const there = await occupied(conversationIds.map(theirs));
      for (const id of conversationIds) hear(id, there.has(theirs(id)));
    },
    /** Tells the other sides of the conversations where nobody of this side is left. */
    async went(side: Side, conversationIds: readonly string[]) {
      const mine = (id: string) => rooms.side(side.tenantId, id, side.type);
      const left = await occupied(conversationIds.map(mine));
      for (const id of conversationIds) if (!left.has(mine(id))) tell(side, id, false);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
