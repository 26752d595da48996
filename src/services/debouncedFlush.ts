const restMs = 1_000;

/** What a killed browser leaves whole is safe from a cut of the power too once nothing is written for a moment. */
export function createDebouncedFlush(putOnDisk: () => Promise<void>, log: (what: string, detail: unknown) => void) {
  let rest: ReturnType<typeof setTimeout> | undefined;
  async function now() {
    if (rest === undefined) return;
    clearTimeout(rest);
    rest = undefined;
    await putOnDisk().catch((cause: unknown) => log('nothing could be put on the disk', cause));
  }
  return {
    later() {
      clearTimeout(rest);
      rest = setTimeout(now, restMs);
    },
    /** For who leaves before that. */
    now,
  };
}
