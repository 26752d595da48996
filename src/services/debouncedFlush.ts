const restMs = 1_000;

/**
 * Commits survive a killed browser at once; this flush makes them survive a power cut after a moment without writes.
 */
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
    /** Flushes immediately, for use when the page closes. */
    now,
  };
}
