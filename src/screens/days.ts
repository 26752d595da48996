import { dayKey } from '../ui/format.ts';

const dayMs = 86_400_000;

/** How far a zone's wall clock is ahead of UTC at a moment. */
function aheadMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
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
