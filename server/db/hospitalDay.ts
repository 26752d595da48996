import { hospitalOffset, hospitalZone } from '../../contract/limits.ts';

const written = new Intl.DateTimeFormat('en-CA', {
  timeZone: hospitalZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

let last = { at: Number.NaN, day: '' };

/** The hospital's day of a time, wherever the server runs, for example 2026-05-06. The last one is cached for lists. */
export function hospitalDay(at: number): string {
  if (last.at !== at) last = { at, day: written.format(at) };
  return last.day;
}

/** When the hospital's day of a time began. */
export const hospitalMidnight = (at: number): number => Date.parse(`${hospitalDay(at)}T00:00:00${hospitalOffset}`);

/** The end of a day such as 2026-05-06 in the hospitals' time zone; null for a day that does not exist. */
export function endOfHospitalDay(day: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T23:59:59.999${hospitalOffset}`) : Number.NaN;
  // Date.parse turns 31 February into a day of March.
  return Number.isNaN(at) || hospitalDay(at) !== day ? null : at;
}
