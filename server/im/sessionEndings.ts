import type { Identity } from '../accounts/identities.ts';
import type { Standing } from '../accounts/socketSessions.ts';
import type { Bus } from '../events/bus.ts';
import { rooms } from './rooms.ts';
import type { Io, Link } from './types.ts';

type Needs = {
  io: Io;
  bus: Bus;
  now: () => number;
  /** Which of these logins still stand. */
  standing(sessionIds: readonly string[]): Promise<Map<string, Standing>>;
  onFault: (cause: unknown) => void;
};

const sweepMs = 3_000;
const longestTimerMs = 2 ** 31 - 1;

/**
 * Ends sockets whose right to be there has ended: when the token runs out, when this process hears that the login was
 * ended, and otherwise within seconds, by asking the database about every connected login.
 */
export function watchEndings({ io, bus, now, standing, onFault }: Needs) {
  function revoke(tenantId: string, sessionId: string, reason: string) {
    const room = rooms.session(tenantId, sessionId);
    io.to(room).emit('session:revoked', { reason });
    io.in(room).disconnectSockets(true);
  }

  /** Whoever has another role by now comes again as that. */
  function renew({ tenantId, sessionId }: Identity) {
    const room = rooms.session(tenantId, sessionId);
    io.to(room).emit('session:expired', {});
    io.in(room).disconnectSockets(true);
  }

  const unsubscribe = bus.subscribe((event) => {
    if (event.type !== 'session.revoked') return;
    for (const id of event.sessionIds) revoke(event.tenantId, id, event.reason);
  });

  async function sweep() {
    const present = new Map<string, Identity>();
    for (const { data } of io.of('/').sockets.values()) present.set(data.who.sessionId, data.who);
    const left = await standing([...present.keys()]);
    for (const [sessionId, who] of present) {
      const stands = left.get(sessionId);
      if (!stands) revoke(who.tenantId, sessionId, 'ended');
      else if (who.kind === 'staff' && who.isAuditor !== stands.isAuditor) renew(who);
    }
  }

  let timer = setTimeout(turn, sweepMs).unref();
  function turn() {
    sweep()
      .catch(onFault)
      .finally(() => {
        timer = setTimeout(turn, sweepMs).unref();
      });
  }

  return {
    /** Lets this socket stay until its token runs out. */
    limit(link: Link) {
      const leftMs = Math.max(0, link.data.expireTime - now());
      const expiry = setTimeout(
        () => {
          link.emit('session:expired', {});
          link.disconnect(true);
        },
        Math.min(leftMs, longestTimerMs),
      );
      link.once('disconnect', () => clearTimeout(expiry));
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
