import { SenderType } from '../../contract/im.ts';
import type { SharedState } from '../cluster/sharedState.ts';
import type { Occupancy } from './occupancy.ts';
import { readSide, rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Side = { hospitalId: string; type: number };
type Notify = (conversationId: string, online: boolean) => void;

const otherSide = (type: number) => (type === SenderType.patient ? SenderType.doctor : SenderType.patient);

type Needs = { io: Io; occupancy: Occupancy; state: SharedState; now: () => number };

/** Announces to the sockets of this process which parties of their conversations are connected, in any process. */
export function createPresence({ io, occupancy, state, now }: Needs) {
  const announce = ({ hospitalId, type }: Side, conversationId: string, online: boolean) => {
    const room = rooms.side(hospitalId, conversationId, otherSide(type));
    io.to(room).emit('presence', { conversationId, senderType: type, online, time: now() });
  };
  const isConnected = ({ hospitalId, type }: Side, conversationId: string) =>
    occupancy.socketsIn(rooms.side(hospitalId, conversationId, type)) > 0;

  // A party joined or left in another process, or that process has ended.
  state.onChange((room, size) => {
    const side = readSide(room);
    if (side) announce(side, side.conversationId, size !== null || isConnected(side, side.conversationId));
  });

  return {
    /** Announces this party to the others, and sends it the connected ones. */
    enter(side: Side, conversationIds: readonly string[], notify: Notify): void {
      const others = { ...side, type: otherSide(side.type) };
      for (const id of conversationIds) announce(side, id, true);
      for (const id of conversationIds) notify(id, isConnected(others, id));
    },
    /** Announces that this party has left, in conversations where it has no other socket. */
    leave(side: Side, conversationIds: readonly string[]): void {
      for (const id of conversationIds) if (!isConnected(side, id)) announce(side, id, false);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
