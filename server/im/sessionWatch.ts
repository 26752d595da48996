import type { Identity } from '../accounts/identities.ts';
import type { ActiveSession } from '../accounts/socketSessions.ts';
import { roleOf } from '../db/roles.ts';
import type { Bus } from '../events/bus.ts';
import { rooms } from './rooms.ts';
import type { ClientSocket, Io } from './types.ts';

type Needs = {
  io: Io;
  bus: Bus;
  now: () => number;
  /** Which of these sessions are still valid. */
  activeSessions(sessionIds: readonly string[]): Promise<Map<string, ActiveSession>>;
  onFault: (cause: unknown) => void;
};

const checkMs = 3_000;
const longestTimerMs = 2 ** 31 - 1;

/**
 * Disconnects sockets whose session has ended: when the token expires, when a process publishes the end of the session,
 * and otherwise within seconds, by checking every connected session in the database.
 */
export function watchSessions({ io, bus, now, activeSessions, onFault }: Needs) {
  function revoke(hospitalId: string, sessionId: string, reason: string) {
    const room = rooms.session(hospitalId, sessionId);
    io.to(room).emit('session:revoked', { reason });
    io.in(room).disconnectSockets(true);
  }

  /** Makes a person whose role has changed reconnect with the new role. */
  function reconnect({ hospitalId, sessionId }: Identity) {
    const room = rooms.session(hospitalId, sessionId);
    io.to(room).emit('session:expired', {});
    io.in(room).disconnectSockets(true);
  }

  const unsubscribe = bus.subscribe((event) => {
    if (event.type !== 'session.revoked') return;
    for (const id of event.sessionIds) revoke(event.hospitalId, id, event.reason);
  });

  async function check() {
    const connected = new Map<string, Identity>();
    for (const { data } of io.of('/').sockets.values()) connected.set(data.who.sessionId, data.who);
    const active = await activeSessions([...connected.keys()]);
    for (const [sessionId, who] of connected) {
      const session = active.get(sessionId);
      if (!session) revoke(who.hospitalId, sessionId, 'ended');
      else if (who.kind === 'staff' && roleOf(who) !== session.role) reconnect(who);
    }
  }

  let timer = setTimeout(run, checkMs).unref();
  function run() {
    check()
      .catch(onFault)
      .finally(() => {
        timer = setTimeout(run, checkMs).unref();
      });
  }

  return {
    /** Disconnects this socket when its token expires. */
    expire(socket: ClientSocket) {
      const leftMs = Math.max(0, socket.data.expireTime - now());
      const expiry = setTimeout(
        () => {
          socket.emit('session:expired', {});
          socket.disconnect(true);
        },
        Math.min(leftMs, longestTimerMs),
      );
      socket.once('disconnect', () => clearTimeout(expiry));
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
