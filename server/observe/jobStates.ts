/** What is known of a job's runs; times in epoch ms, null for what has not happened. */
export type JobState = {
  name: string;
  everyMs: number;
  lastStart: number | null;
  lastEnd: number | null;
  lastMs: number | null;
  lastFailure: number | null;
  failures: number;
};

/** Jobs with this interval or a longer one have their runs in the database. */
export const recordedFromMs = 60_000;
export const isRecorded = ({ everyMs }: Pick<JobState, 'everyMs'>): boolean => everyMs >= recordedFromMs;

/** A failure is reported for a day; the next one after that is counted as the first. */
export const failureMs = 86_400_000;

export const withRecentFailures = (state: JobState, now: number): JobState =>
  state.lastFailure !== null && state.lastFailure > now - failureMs
    ? state
    : { ...state, lastFailure: null, failures: 0 };

/** Remembers the runs of the platform's jobs in this process. */
export function createJobStates(now: () => number) {
  const states = new Map<string, JobState>();

  return {
    list: (): readonly JobState[] => [...states.values()],
    add(name: string, everyMs: number): void {
      const never = { lastStart: null, lastEnd: null, lastMs: null, lastFailure: null, failures: 0 };
      states.set(name, { name, everyMs, ...never });
    },
    /** Call at the beginning of a run, and the returned function at its end; that resolves to what is known then. */
    began(name: string): (failed: boolean) => JobState | null {
      const state = states.get(name);
      if (state === undefined) return () => null;
      const start = now();
      state.lastStart = start;
      return (failed) => {
        state.lastEnd = now();
        state.lastMs = state.lastEnd - start;
        if (failed) {
          state.failures = 1 + withRecentFailures(state, state.lastEnd).failures;
          state.lastFailure = state.lastEnd;
        }
        return state;
      };
    },
  };
}

export type JobStates = ReturnType<typeof createJobStates>;
