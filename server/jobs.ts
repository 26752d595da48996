import type { JobRuns } from './db/jobRuns.ts';
import { faultOf, type Log } from './log.ts';
import { createContext, runInContext } from './observe/context.ts';
import { failureMs, isRecorded, type JobState, recordedFromMs } from './observe/jobStates.ts';
import type { Observation } from './observe/observation.ts';
import { inSpan } from './observe/tracing.ts';

/** Work that the platform repeats, `everyMs` after its last run ended. */
export type Job = {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  /** Every process runs it for itself, because it is about something of its own machine. */
  isLocal?: boolean;
};

type Needs = {
  log: Log;
  /** Whether this process is the one of its cluster that runs the jobs. */
  leads: () => boolean;
  runs: Pick<JobRuns, 'begin' | 'end'>;
  /** States the last run of a frequent job to the other processes. */
  share?: (job: JobState) => void;
  observation: Pick<Observation, 'jobs' | 'metrics' | 'tracing'>;
};

/** Runs each job at its own interval and never twice at once; a failure is logged, and the next run follows as usual. */
export function startJobs(
  jobs: readonly Job[],
  { log, leads, runs, share = () => {}, observation: { jobs: states, metrics, tracing } }: Needs,
): { stop(): Promise<void> } {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const schedule = (job: Job) => {
    const timer = setTimeout(
      () => {
        const turn = run(job).finally(() => running.delete(turn));
        running.add(turn);
      },
      Math.min(job.everyMs, recordedFromMs),
    );
    timers.set(job, timer.unref());
  };

  async function attempt({ name, everyMs, run: work, isLocal = false }: Job): Promise<void> {
    const isMine = isLocal || (leads() && (!isRecorded({ everyMs }) || (await isDue({ name, everyMs }))));
    if (!isMine) return;
    const ended = states.began(name);
    let failed = false;
    try {
      await (tracing ? inSpan(tracing, { name: `job ${name}`, kind: 'internal', attributes: {} }, work) : work());
    } catch (cause) {
      failed = true;
      log.error('a job failed', { job: name, ...faultOf(cause) });
    }
    metrics.jobRun(name, failed);
    const state = ended(failed);
    if (state === null) return;
    if (isRecorded(state) && !isLocal) await record(state, failed);
    else share(state);
  }

  async function record({ name, lastEnd, lastMs }: JobState, failed: boolean): Promise<void> {
    const endTime = lastEnd ?? 0;
    await runs
      .end(name, { endTime, durationMs: lastMs ?? 0, failed, failuresSince: endTime - failureMs })
      .catch((cause: unknown) => log.error('a run of a job is not recorded', { job: name, ...faultOf(cause) }));
  }

  /** A run that cannot be recorded waits for the next turn. */
  const isDue = ({ name, everyMs }: Pick<Job, 'name' | 'everyMs'>) =>
    runs.begin(name, everyMs).catch((cause: unknown) => {
      log.error('a job failed', { job: name, ...faultOf(cause) });
      return false;
    });

  async function run(job: Job): Promise<void> {
    await runInContext(createContext(crypto.randomUUID(), null, null), () => attempt(job));
    if (!stopped) schedule(job);
  }

  for (const job of jobs) {
    states.add(job.name, job.everyMs);
    schedule(job);
  }
  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
