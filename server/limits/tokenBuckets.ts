/** A rate limit: so many uses at once, and so many a second in the long run. */
export type TokenRate = { burst: number; perSecond: number };

/** A use of the bucket with this key, which always comes with the same rate. */
export type BucketUse = { key: string; rate: TokenRate };

/** A use of several buckets that counts in all of them or in none. A negative cost gives back what an earlier use took. */
export type Take = { uses: readonly BucketUse[]; cost: number };

/** Milliseconds until a use is allowed; 0 means that it is allowed now and has been counted. */
export type TakeTokens = (take: Take) => number | Promise<number>;

const maxBuckets = 50_000;

export const refillMs = ({ burst, perSecond }: TokenRate): number => (burst / perSecond) * 1_000;

/**
 * Buckets in the memory of this process. Each is stored as the time when it is full again; a bucket that is not stored is
 * full, and none takes longer than its whole refill, however the clock was set. A wait of
 * less than half a millisecond comes from rounding and counts as none.
 */
export function createTokenBuckets(now: () => number) {
  const fullTimes = new Map<string, number>();

  /** Forgets the full buckets, and all of them where that is not enough, so that it is not repeated at every use. */
  function makeRoom(at: number): void {
    for (const [key, fullTime] of fullTimes) if (fullTime <= at) fullTimes.delete(key);
    if (fullTimes.size > maxBuckets / 2) fullTimes.clear();
  }

  return ({ uses, cost }: Take): number => {
    const at = now();
    let waitMs = 0;
    const after = uses.map(({ key, rate }) => {
      const emptyTime = at + refillMs(rate);
      const before = Math.min(emptyTime, Math.max(at, fullTimes.get(key) ?? at));
      // Stored after a refusal too, so that the next use is not compared with a time from before the clock was set back.
      if (fullTimes.has(key)) fullTimes.set(key, before);
      const fullTime = before + (cost / rate.perSecond) * 1_000;
      if (cost > 0) waitMs = Math.max(waitMs, Math.round(fullTime - emptyTime));
      return [key, fullTime] as const;
    });
    if (waitMs > 0) return waitMs;
    for (const [key, fullTime] of after) {
      if (fullTimes.size >= maxBuckets && !fullTimes.has(key)) makeRoom(at);
      fullTimes.set(key, fullTime);
    }
    return 0;
  };
}
