import { monitorEventLoopDelay } from 'node:perf_hooks';
import { desc } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { liveOperations } from '../../contract/extension/operations.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { clientReport } from '../db/schema/reports.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { JobFigures } from '../observe/jobFigures.ts';
import type { Waiting } from '../observe/metrics.ts';
import type { Observation } from '../observe/observation.ts';
import { readQueues } from '../observe/queues.ts';
import type { GroupFigures } from '../observe/recentCalls.ts';
import type { SharedFigures } from '../observe/sharedFigures.ts';
import { serviceHoursFrom } from '../tenants/dayParts.ts';

type Live = z.input<(typeof liveOperations)['reply']>;
export type SocketsOfHospital = (tenantId: string) => Live['sockets'];

const maxErrors = 50;
const nsPerMs = 1e6;

/** Starts to measure the delay of the event loop; the figures are those since the last look. */
export function createLoopDelay() {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    read() {
      const inMs = (part: number) => Math.round(delay.percentile(part) / (nsPerMs / 10)) / 10;
      const found = { eventLoopP50Ms: inMs(50), eventLoopP99Ms: inMs(99) };
      delay.reset();
      return found;
    },
    stop: () => void delay.disable(),
  };
}

function busOf({ metrics }: Observation): Live['process']['bus'] {
  const bus = metrics.bus();
  return bus === null ? null : { ...bus, heartbeatAgeMs: Math.round(bus.heartbeatAgeMs) };
}

const sum = (groups: readonly GroupFigures[], key: 'callsPerMin' | 'errorsPerMin') =>
  Math.round(groups.reduce((all, group) => all + group[key], 0) * 10) / 10;

async function browserErrorsOf(store: Tenanted): Promise<Live['browserErrors']> {
  const rows = await store.db
    .select()
    .from(clientReport)
    .where(store.own(clientReport))
    .orderBy(desc(clientReport.lastTime))
    .limit(maxErrors);
  // The kinds are those that the reports' own schema lets in.
  return rows.map(({ tenantId: _, state: __, ...row }) => row as Live['browserErrors'][number]);
}

type Needs = {
  observation: Observation;
  loopDelay: ReturnType<typeof createLoopDelay>;
  sockets: SocketsOfHospital;
  lastRuns: JobFigures['list'];
  sharedFigures: SharedFigures;
  /** How many processes serve, with this one. */
  processes: () => number;
};

const waitingOf = ({ length, oldestSeconds }: Waiting) => ({ length, oldestSeconds });

/** The hospital's figures of now in all processes, and how the process that reads them does. */
export const readLiveFigures =
  ({ observation, loopDelay, sockets, lastRuns, sharedFigures, processes }: Needs) =>
  async (_: unknown, { at, store }: CallContext): Promise<Outcome<Live>> => {
    const { recent, metrics } = observation;
    const { tenantId, db } = store;
    const [jobs, queues, failing, browserErrors] = await Promise.all([
      lastRuns(),
      readQueues(db, at, tenantId, serviceHoursFrom),
      sharedFigures.failing(),
      browserErrorsOf(store),
    ]);
    const groups = sharedFigures.calls(tenantId);
    return done({
      time: at,
      sockets: sockets(tenantId),
      processes: processes(),
      orders: waitingOf(queues.orders),
      reviews: waitingOf(queues.reviews),
      calls: { callsPerMin: sum(groups, 'callsPerMin'), errorsPerMin: sum(groups, 'errorsPerMin'), groups },
      process: {
        startTime: recent.startTime,
        memoryMiB: Math.round(process.memoryUsage.rss() / 1024 ** 2),
        ...loopDelay.read(),
        eventLagMs: metrics.lastEventLagMs(),
        connections: metrics.pool(),
        bus: busOf(observation),
      },
      failing,
      jobs,
      browserErrors,
    });
  };
