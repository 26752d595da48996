/** Token bucket: milliseconds until the next item may go, for `burst` items at once and `perSecond` in the long run. */
export function createTokenBucket({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
  const everyMs = 1_000 / perSecond;
  let dueAt = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return (now: number): number => {
    // A clock that is set back causes no delay.
    if (now < last) dueAt -= last - now;
    last = now;
    const at = Math.max(dueAt, now - burst * everyMs);
    dueAt = at + everyMs;
    return Math.max(0, dueAt - now);
  };
}
