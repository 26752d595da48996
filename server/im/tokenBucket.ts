/** How often somebody may do something: so many times at once, so many a second in the long run. */
export type Pace = { burst: number; perSecond: number };
type Needs = Pace & { now: () => number };
type Bucket = { tokens: number; at: number };

const mostKept = 50_000;

/**
 * Lets somebody do something `burst` times at once and `perSecond` times a second in the long run. It is kept in this
 * process only: a restart forgives, and nothing depends on it but the load.
 */
export function createPace({ now, burst, perSecond }: Needs) {
  const buckets = new Map<string, Bucket>();

  function filled(key: string, at: number): Bucket {
    const { tokens, at: since } = buckets.get(key) ?? { tokens: burst, at };
    return { tokens: Math.min(burst, tokens + (Math.max(0, at - since) / 1000) * perSecond), at };
  }

  /** Milliseconds until something of this cost is allowed; 0 counts this one. */
  return (key: string, cost = 1): number => {
    const at = now();
    const { tokens } = filled(key, at);
    const isAllowed = tokens >= cost;
    if (buckets.size >= mostKept) buckets.clear();
    buckets.set(key, { tokens: isAllowed ? tokens - cost : tokens, at });
    return isAllowed ? 0 : Math.ceil(((cost - tokens) / perSecond) * 1000);
  };
}
