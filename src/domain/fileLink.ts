/** A link that expires within this time is renewed. */
const marginMs = 30_000;

/** Remaining lifetime of a signed link; null if it names no end. */
export function linkLeftMs(link: string, now: number): number | null {
  const [, expires] = /[?&]expires=(\d{1,16})(?:&|$)/.exec(link) ?? [];
  return expires === undefined ? null : Math.max(0, Number(expires) - marginMs - now);
}

/** Whether a signed link is still valid for long enough. */
export const isLinkFresh = (link: string, now: number): boolean => linkLeftMs(link, now) !== 0;
