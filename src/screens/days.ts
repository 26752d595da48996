import { dayKey } from '../ui/format.ts';

const dayMs = 86_400_000;

/** How far a zone's wall clock is ahead of UTC at a moment. */
function aheadMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(at / 1000) * 1000;
}

/** When a day such as 2026-11-21 begins in the hospital's zone, in epoch ms. */
export function dayStart(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return utc - aheadMs(utc, zone);
}

/** The last millisecond of a day in the hospital's zone. */
export const dayEnd = (day: string, zone: string): number =>
  dayStart(dayKey(dayStart(day, zone) + 1.5 * dayMs, zone), zone) - 1;

const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));

type Range = { readonly createTimeFrom?: number; readonly createTimeTo?: number };

/** The time between two days, as lists are asked for it; what is no day is left open. */
export const createdBetween = (from: string, to: string, zone: string): Range => ({
  ...(isDay(from) ? { createTimeFrom: dayStart(from, zone) } : {}),
  ...(isDay(to) ? { createTimeTo: dayEnd(to, zone) } : {}),
});

/** Whether a range of days ends before it begins: nothing can be found in it. */
export const isBackwards = (from: string, to: string): boolean => isDay(from) && isDay(to) && to < from;
