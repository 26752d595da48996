import { withUnitSymbols } from './unitText.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** For example "5 min ago" or "in 21 h"; "now" within the first minute. */
export function relativeText(at: number, now: number, language: string): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const passed = at - now;
  const unit = units.find(([, ms]) => Math.abs(passed) >= ms);
  return unit ? withUnitSymbols(relative.format(Math.trunc(passed / unit[1]), unit[0])) : relative.format(0, 'second');
}
