/** What is known of a job since this process started; times in epoch ms, null for what has not happened. */
export type JobState = {
  name: string;
  everyMs: number;
  lastStart: number | null;
  lastEnd: number | null;
  lastMs: number | null;
  lastFailure: number | null;
  failures: number;
};

/** Remembers the runs of the platform's jobs. */
export function createJobStates(now: () => number) {
  const states = new Map<string, JobState>();

  return {
    list: (): readonly JobState[] => [...states.values()],
    add(name: string, everyMs: number): void {
      const never = { lastStart: null, lastEnd: null, lastMs: null, lastFailure: null, failures: 0 };
      states.set(name, { name, everyMs, ...never });
    },
    /** Call at the beginning of a run, and the returned function at its end. */
    began(name: string): (failed: boolean) => void {
      const state = states.get(name);
      if (state === undefined) return () => {};
      const start = now();
      state.lastStart = start;
      return (failed) => {
        state.lastEnd = now();
        state.lastMs = state.lastEnd - start;
        if (!failed) return;
        state.lastFailure = state.lastEnd;
        state.failures += 1;
      };
    },
  };
}

export type JobStates = ReturnType<typeof createJobStates>;
