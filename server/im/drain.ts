import type { ClientSocket, Io } from './types.ts';

/** An event whose database does not answer must not keep the process. */
const maxWaitMs = 3_000;
const checkMs = 20;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Closes a connection as if the network had, so that Socket.IO reconnects by itself. */
async function release(socket: ClientSocket): Promise<void> {
  for (let waitedMs = 0; socket.data.pending > 0 && waitedMs < maxWaitMs; waitedMs += checkMs) await pause(checkMs);
  // Lets the acknowledgement of this turn be written.
  await pause(0);
  socket.conn.close();
}

/** Releases all sockets at random times within `withinMs`, so that their clients do not all come back at once. */
export async function drainSockets(io: Io, withinMs: number): Promise<void> {
  // Handshakes that were under way end in a socket that leaves at once.
  io.on('connection', (socket) => void release(socket));
  await Promise.all(
    [...io.of('/').sockets.values()].map(async (socket) => {
      await pause(Math.random() * withinMs);
      await release(socket);
    }),
  );
}
