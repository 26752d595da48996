import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { liveOperations } from '../../contract/extension/operations.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { serviceHoursFrom } from '../hospitals/dayParts.ts';
import type { JobFigures } from '../observe/jobFigures.ts';
import type { Waiting } from '../observe/metrics.ts';
import type { Observation } from '../observe/observation.ts';
import { readQueues } from '../observe/queues.ts';
import type { GroupFigures } from '../observe/recentCalls.ts';
import type { SharedFigures } from '../observe/sharedFigures.ts';
import { reportedErrors } from './queries.ts';
import { browserErrorOnWire } from './wire.ts';

type Live = ReplyInputOf<typeof liveOperations>;
export type SocketsOfHospital = (hospitalId: string) => Live['sockets'];

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
    const { hospitalId, db } = store;
    const [jobs, queues, failing, errors] = await Promise.all([
      lastRuns(),
      readQueues(db, at, hospitalId, serviceHoursFrom),
      sharedFigures.failing(),
      reportedErrors(store),
    ]);
    const groups = sharedFigures.calls(hospitalId);
    return done({
      time: at,
      sockets: sockets(hospitalId),
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
      browserErrors: errors.map(browserErrorOnWire),
    });
  };
