/** Milliseconds to wait before the next may go, so that `burst` go at once and `perSecond` a second in the long run. */
export function steadyPace({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
  const everyMs = 1_000 / perSecond;
  let dueAt = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return (now: number): number => {
    // A clock that is set back delays nothing.
    if (now < last) dueAt -= last - now;
    last = now;
    const at = Math.max(dueAt, now - burst * everyMs);
    dueAt = at + everyMs;
    return Math.max(0, dueAt - now);
  };
}
