import { faultOf, type Log } from './log.ts';

/** Something the platform does again and again by itself, `everyMs` after it last ended. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each job in its own rhythm, never twice at once; one that fails is written down and tried again in its turn. */
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
