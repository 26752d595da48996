import { faultOf, type Log } from './log.ts';
import { createContext, runInContext } from './observe/context.ts';
import type { Observation } from './observe/observation.ts';
import { inSpan } from './observe/tracing.ts';

/** Work that the platform repeats, `everyMs` after its last run ended. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each job at its own interval and never twice at once; a failure is logged, and the next run follows as usual. */
export function startJobs(
  jobs: readonly Job[],
  log: Log,
  { jobs: states, metrics, tracing }: Pick<Observation, 'jobs' | 'metrics' | 'tracing'>,
): { stop(): Promise<void> } {
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

  async function attempt({ name, run: work }: Job): Promise<void> {
    const ended = states.began(name);
    let failed = false;
    try {
      await (tracing ? inSpan(tracing, { name: `job ${name}`, kind: 'internal', attributes: {} }, work) : work());
    } catch (cause) {
      failed = true;
      log.error('a job failed', { job: name, ...faultOf(cause) });
    }
    ended(failed);
    metrics.jobRun(name, failed);
  }

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
