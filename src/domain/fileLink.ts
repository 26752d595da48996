/** Links about to run out are renewed ahead. */
const marginMs = 30_000;

/** Whether a signed link of the file host still opens; one that names no end always does. */
export function isLinkFresh(link: string, now: number): boolean {
  const [, expires] = /[?&]expires=(\d{1,16})(?:&|$)/.exec(link) ?? [];
  return expires === undefined || Number(expires) > now + marginMs;
}
