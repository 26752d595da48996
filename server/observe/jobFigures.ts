import type { JobRuns } from '../db/jobRuns.ts';
import { isRecorded, type JobState, type JobStates, withRecentFailures } from './jobStates.ts';

/** Facts of the processes of a cluster: those of this one are set, those of the others are read. */
type Shared = { set(key: string, value: string): void; elsewhere(key: string): string[] };
type Needs = { states: JobStates; runs: Pick<JobRuns, 'list'>; shared: Shared; now: () => number };

const keyOf = (name: string) => `job ${name}`;

/** The last run of these states, with the failures of all of them. */
function merge(one: JobState, other: JobState): JobState {
  const later = (one.lastStart ?? 0) >= (other.lastStart ?? 0) ? one : other;
  const lastFailure = Math.max(one.lastFailure ?? 0, other.lastFailure ?? 0) || null;
  return { ...later, lastFailure, failures: one.failures + other.failures };
}

/**
 * The last runs of the jobs in whatever process they were. Rare jobs are read from the database, which also knows those
 * before a restart; frequent ones are stated by the process that runs them.
 */
export const createJobFigures = ({ states, runs, shared, now }: Needs) => ({
  /** States the last run of a frequent job to the other processes. */
  share: (job: JobState): void => shared.set(keyOf(job.name), JSON.stringify(job)),
  async list(): Promise<JobState[]> {
    const recorded = await runs.list();
    return states.list().map((own) => {
      const known = isRecorded(own)
        ? { ...own, ...recorded.get(own.name) }
        : shared
            .elsewhere(keyOf(own.name))
            .map((text) => JSON.parse(text) as JobState)
            .reduce(merge, own);
      return withRecentFailures(known, now());
    });
  },
});

export type JobFigures = ReturnType<typeof createJobFigures>;
