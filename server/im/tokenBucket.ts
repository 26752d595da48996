/** A rate limit: so many at once, and so many a second in the long run. */
export type TokenRate = { burst: number; perSecond: number };
type Charge = (key: string, uses: number) => void;
/** Shares a limit between processes: calls the given function for uses in the others; call the result for each own use. */
export type ShareUses = (charge: Charge) => Charge;
type Bucket = { tokens: number; at: number };

const maxBuckets = 50_000;

/**
 * Limits each key to `burst` uses at once and `perSecond` in the long run. The buckets live in this process; with `share` they
 * are also charged for uses in other processes, at most down to `burst` below zero, so that nobody waits without end.
 */
export function createTokenBucket({
  now,
  burst,
  perSecond,
  share = () => () => {},
}: TokenRate & { now: () => number; share?: ShareUses }) {
  const buckets = new Map<string, Bucket>();

  function tokensOf(key: string, at: number): number {
    const { tokens, at: since } = buckets.get(key) ?? { tokens: burst, at };
    return Math.min(burst, tokens + (Math.max(0, at - since) / 1000) * perSecond);
  }

  /** Forgets the full buckets, and all of them where that is not enough, so that it is not repeated at every use. */
  function makeRoom(at: number): void {
    for (const key of buckets.keys()) if (tokensOf(key, at) >= burst) buckets.delete(key);
    if (buckets.size > maxBuckets / 2) buckets.clear();
  }

  function keep(key: string, tokens: number, at: number): void {
    if (buckets.size >= maxBuckets && !buckets.has(key)) makeRoom(at);
    buckets.set(key, { tokens, at });
  }

  const reportUse = share((key, uses) => {
    const at = now();
    keep(key, Math.max(-burst, tokensOf(key, at) - uses), at);
  });

  /** Milliseconds until a use of this cost is allowed; 0 means that it is allowed now and has been counted. */
  return (key: string, cost = 1): number => {
    const at = now();
    const tokens = tokensOf(key, at);
    const isAllowed = cost < 0 || tokens >= cost;
    keep(key, isAllowed ? tokens - cost : tokens, at);
    if (isAllowed) reportUse(key, cost);
    return isAllowed ? 0 : Math.ceil(((cost - tokens) / perSecond) * 1000);
  };
}
