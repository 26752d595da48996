/** A rate limit: so many at once, and so many a second in the long run. */
export type TokenRate = { burst: number; perSecond: number };
type Bucket = { tokens: number; at: number };

const maxBuckets = 50_000;

/**
 * Limits each key to `burst` uses at once and `perSecond` in the long run. The buckets live in this process only: they
 * protect it from load, and nothing else depends on them.
 */
export function createTokenBucket({ now, burst, perSecond }: TokenRate & { now: () => number }) {
  const buckets = new Map<string, Bucket>();

  function tokensOf(key: string, at: number): number {
    const { tokens, at: since } = buckets.get(key) ?? { tokens: burst, at };
    return Math.min(burst, tokens + (Math.max(0, at - since) / 1000) * perSecond);
  }

  /** Milliseconds until a use of this cost is allowed; 0 means that it is allowed now and has been counted. */
  return (key: string, cost = 1): number => {
    const at = now();
    const tokens = tokensOf(key, at);
    const isAllowed = tokens >= cost;
    if (buckets.size >= maxBuckets) buckets.clear();
    buckets.set(key, { tokens: isAllowed ? tokens - cost : tokens, at });
    return isAllowed ? 0 : Math.ceil(((cost - tokens) / perSecond) * 1000);
  };
}
