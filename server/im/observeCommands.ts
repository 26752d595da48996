import type { ClientEventName } from '../../contract/socket.ts';
import type { Log } from '../log.ts';
import { createContext, runInContext } from '../observe/context.ts';
import type { Outcome } from '../observe/metrics.ts';
import type { Observation } from '../observe/observation.ts';
import type { ClientSocket } from './types.ts';

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
      recent.add(socket.data.who.hospitalId, 'socket', ms, outcome === 'fault');
      span?.end(outcome === 'fault' ? { fault: outcome } : {});
      log.debug('command', { command: name, outcome, ms: Math.round(ms) });
    });
  };
}

export type ObserveCommand = ReturnType<typeof createCommandObserver>;
