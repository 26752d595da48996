import type { ClientEventName } from '../../contract/socket.ts';
import { roleOf } from '../db/roles.ts';
import type { Log } from '../log.ts';
import { createContext, runInContext } from '../observe/context.ts';
import type { Outcome } from '../observe/metrics.ts';
import type { Observation } from '../observe/observation.ts';
import type { ClientSocket, Io, SocketData } from './types.ts';

type Needs = { log: Log; observation: Observation };

/** Runs the work of one command in a context of its own; measures and traces it. */
export function createCommandObserver({ log, observation: { metrics, recent, tracing } }: Needs) {
  return async function observe(socket: ClientSocket, name: ClientEventName, work: () => Promise<Outcome>) {
    const attributes = { 'cloudroom.request_id': socket.id };
    const span = tracing?.start({ name, kind: 'server', attributes, parent: null }) ?? null;
    const context = createContext(span?.position.traceId ?? crypto.randomUUID(), null, span);
    const start = performance.now();
    // The trail's rows of this socket have its id as well.
    await runInContext({ ...context, requestId: socket.id }, async () => {
      const outcome = await work();
      const ms = performance.now() - start;
      metrics.command(name, outcome, ms / 1_000);
      recent.add(socket.data.who.tenantId, 'socket', ms, outcome === 'fault');
      span?.end(outcome === 'fault' ? { fault: outcome } : {});
      log.debug('command', { command: name, outcome, ms: Math.round(ms) });
    });
  };
}

export type ObserveCommand = ReturnType<typeof createCommandObserver>;

const kindOf = ({ who }: SocketData) => (who.kind === 'patient' ? 'patient' : roleOf(who));

function countKinds(sockets: Iterable<{ data: SocketData }>, isCounted: (data: SocketData) => boolean) {
  const counts = { doctor: 0, auditor: 0, administrator: 0, patient: 0 };
  for (const { data } of sockets) if (isCounted(data)) counts[kindOf(data)] += 1;
  return counts;
}

/** The sockets of this process, by the kind of their person. */
export const ownSockets = (io: Io) => countKinds(io.of('/').sockets.values(), () => true);

/** The sockets of one hospital in any process, by the kind of their person. */
export const socketsOfHospital = async (io: Io, tenantId: string) =>
  countKinds(await io.fetchSockets(), ({ who }) => who.tenantId === tenantId);
