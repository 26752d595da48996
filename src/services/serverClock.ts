/** Epoch ms that no change of this machine's clock moves, to compare times of this page with each other. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The platform's time from its answers; this machine's clock may be wrong. */
export function createServerClock(now: () => number) {
  let aheadMs = 0;
  let lastSeen: number | null = null;
  return {
    /** Reads an answer's Date header. */
    observe(date: string | null) {
      const seen = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(seen)) return;
      lastSeen = seen;
      aheadMs = seen - now();
    },
    now: () => now() + aheadMs,
    /** The latest time the platform sent, or null before its first answer. */
    lastSeen: () => lastSeen,
    /** The later of the platform's time and this machine's. */
    latest: () => now() + Math.max(aheadMs, 0),
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
export type PlatformTime = Pick<ServerClock, 'now' | 'latest'>;
