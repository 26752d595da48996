import { withUnitSymbols } from '../unitText.ts';

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A duration in its largest unit with at most one decimal, for example 1.8 min. */
export function durationText(ms: number, language: string): string {
  const [unit, size] = units.find(([, of]) => ms >= of) ?? ['second', 1_000];
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return withUnitSymbols(new Intl.NumberFormat(language, options).format(ms / size));
}

/** A share of a whole, for example 12 %; a dash if there is no whole. */
export const percentText = (part: number, whole: number, language: string): string =>
  whole === 0
    ? '–'
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part / whole);

/** The name of a calendar day, or of the month that it begins. The day is already the hospital's, so no zone applies. */
export function periodText(day: string, bucket: 'day' | 'week' | 'month', language: string): string {
  const options: Intl.DateTimeFormatOptions =
    bucket === 'month' ? { year: 'numeric', month: 'short' } : { month: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}
