/** Links about to run out are renewed ahead. */
const marginMs = 30_000;

/** For how long a signed link of the file host still opens; null for one that names no end. */
export function linkLeftMs(link: string, now: number): number | null {
  const [, expires] = /[?&]expires=(\d{1,16})(?:&|$)/.exec(link) ?? [];
  return expires === undefined ? null : Math.max(0, Number(expires) - marginMs - now);
}

/** Whether a signed link of the file host still opens. */
export const isLinkFresh = (link: string, now: number): boolean => linkLeftMs(link, now) !== 0;
