import { faultOf, type Log } from '../log.ts';
import { createJobStates, type JobStates } from './jobStates.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createRecentCalls, type RecentCalls } from './recentCalls.ts';
import type { Tracing } from './tracing.ts';

/** What the platform measures of its own work: metrics, recent calls, jobs, readiness and traces. */
export type Observation = {
  metrics: Metrics;
  recent: RecentCalls;
  jobs: JobStates;
  readiness: Readiness;
  /** Null unless OpenTelemetry's variables name a collector. */
  tracing: Tracing | null;
};

type Needs = { now: () => number; log: Log; tracing?: Tracing | null };

export const createObservation = ({ now, log, tracing = null }: Needs): Observation => ({
  metrics: createMetrics(),
  recent: createRecentCalls(now),
  jobs: createJobStates(now),
  readiness: createReadiness(now, (part, cause) => log.warn('a part is not ready', { part, ...faultOf(cause) })),
  tracing,
});
