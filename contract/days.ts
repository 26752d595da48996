/** Arithmetic with days of the hospital's calendar, which are written as `2026-05-06`. */

const dayMs = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day `count` days after another. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(startOf(day) + count * dayMs).toISOString().slice(0, 10);

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(startOf(day)).getUTCDay() || 7;

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day));

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / dayMs);

/** Whether text is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = startOf(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}
