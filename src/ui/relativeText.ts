const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const symbols: Readonly<Record<string, string>> = { hr: 'h', min: 'min', sec: 's' };

/** Intl abbreviates English units as "hr." and "sec"; the product writes h and s, and keeps them beside their number. */
export const withUnitSymbols = (text: string): string =>
  text.replace(/ (hr|min|sec)\b\.?/g, (_, name: string) => `\u00a0${symbols[name]}`);

/** For example "5 min ago" or "in 21 h"; "now" within the first minute. */
export function relativeText(at: number, now: number, language: string): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const passed = at - now;
  const unit = units.find(([, ms]) => Math.abs(passed) >= ms);
  return unit ? withUnitSymbols(relative.format(Math.trunc(passed / unit[1]), unit[0])) : relative.format(0, 'second');
}
