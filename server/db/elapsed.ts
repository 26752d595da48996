/** Whether less than `ms` have passed since a time; false after the clock was set back to before it. */
export const isWithin = (now: number, since: number, ms: number): boolean => now >= since && now - since < ms;

/** How far the clocks of two processes may differ; an end further ahead is from before a clock was set back. */
export const skewMs = 5_000;

/** Whether a stored time is from a clock that was ahead, and set back since. */
export const isAhead = (time: number, now: number): boolean => time > now + skewMs;

/** The end of what is given for `lifeMs`: the stored one, and no later than if it was given now. */
export const endWithin = (end: number, now: number, lifeMs: number): number => Math.min(end, now + lifeMs);

/** Whether what was given for `lifeMs` can still be used; not if its end lies further ahead than it could have been set. */
export const isUsableUntil = (end: number, now: number, lifeMs: number): boolean =>
  end > now && end <= now + lifeMs + skewMs;
