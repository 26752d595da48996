import type { SharedState } from '../cluster/sharedState.ts';
import { isPersonRoom, readSide } from './rooms.ts';
import type { Io } from './types.ts';

/**
 * How many sockets are in the rooms of persons, and whether one is in those of parties, in all processes. Other processes
 * get this when it changes, so nobody is asked.
 */
export function createOccupancy({ io, state }: { io: Io; state: SharedState }) {
  const { adapter } = io.of('/');
  const share = (room: string) => {
    const size = adapter.rooms.get(room)?.size ?? 0;
    // The adapter reports that the last socket leaves and then that the room is gone.
    if (size === 0) return;
    if (isPersonRoom(room)) state.set(room, String(size));
    else if (readSide(room)) state.set(room, '1');
  };
  adapter.on('join-room', share);
  adapter.on('leave-room', share);
  adapter.on('delete-room', (room: string) => {
    state.set(room, null);
  });

  return {
    socketsIn: (room: string): number =>
      state.elsewhere(room).reduce((sum, size) => sum + Number(size), adapter.rooms.get(room)?.size ?? 0),
    /** The occupied rooms whose names begin with `prefix`. */
    *roomsUnder(prefix: string): Iterable<string> {
      for (const room of adapter.rooms.keys()) if (room.startsWith(prefix)) yield room;
      for (const [room] of state.elsewhereUnder(prefix)) yield room;
    },
  };
}

export type Occupancy = ReturnType<typeof createOccupancy>;
