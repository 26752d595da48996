import type { JobRuns } from './db/jobRuns.ts';
import { faultOf, type Log } from './log.ts';

/** Work that the platform repeats, `everyMs` after its last run ended. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

type Needs = {
  log: Log;
  /** Whether this process is the one of its cluster that runs the jobs. */
  leads: () => boolean;
  runs: JobRuns;
};

/** Jobs with this interval or a longer one ask the database for their last run, which may be before a restart. */
const recordedFromMs = 60_000;

/** Runs each job at its own interval and never twice at once; a failure is logged, and the next run follows as usual. */
export function startJobs(jobs: readonly Job[], { log, leads, runs }: Needs): { stop(): Promise<void> } {
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

  async function run(job: Job): Promise<void> {
    try {
      if (leads() && (job.everyMs < recordedFromMs || (await runs.begin(job.name, job.everyMs)))) await job.run();
    } catch (cause) {
      log.error('a job failed', { job: job.name, ...faultOf(cause) });
    }
    if (!stopped) schedule(job);
  }

  for (const job of jobs) schedule(job);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
