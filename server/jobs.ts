import { faultOf, type Log } from './log.ts';

/** Work that the platform repeats, `everyMs` after its last run ended. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each job at its own interval and never twice at once; a failure is logged, and the next run follows as usual. */
export function startJobs(jobs: readonly Job[], log: Log): { stop(): Promise<void> } {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const schedule = (job: Job) => {
    const timer = setTimeout(() => {
      const turn = run(job).finally(() => running.delete(turn));
      running.add(turn);
    }, job.everyMs);
    timers.set(job, timer.unref());
  };

  async function run(job: Job): Promise<void> {
    try {
      await job.run();
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
