import type { ClientSocket, Io } from './types.ts';

/** Clients that load everything again at once would be felt by the database. */
const spreadMs = 5_000;

/** Tells every socket of this process, at random times within seconds, that changes of another process did not arrive. */
export function createMissedHints(io: Io): () => void {
  const due = new WeakSet<ClientSocket>();
  function tellLater(socket: ClientSocket) {
    // A hint that is still to come covers this gap as well.
    if (due.has(socket)) return;
    due.add(socket);
    setTimeout(() => {
      due.delete(socket);
      socket.emit('events:missed', {});
    }, Math.random() * spreadMs).unref();
  }
  return () => {
    for (const socket of io.of('/').sockets.values()) tellLater(socket);
  };
}
