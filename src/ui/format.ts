/** How times are shown: the language of the user and the time zone of the hospital. */
export type Locale = { readonly language: string; readonly zone: string };

const made = new Map<string, Intl.DateTimeFormat>();
function dates({ language, zone }: Locale, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${name}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: zone });
  made.set(key, known);
  return known;
}

const minute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };

/** For example 14:03. */
export const timeText = (at: number, where: Locale) => dates(where, 'time', minute).format(at);

/** For example 21 Nov 2025. */
export const dateText = (at: number, where: Locale) =>
  dates(where, 'date', { year: 'numeric', month: 'short', day: 'numeric' }).format(at);

/** Date with hours and minutes. */
export const dateTimeText = (at: number, where: Locale) =>
  dates(where, 'dateTime', { year: 'numeric', month: 'short', day: 'numeric', ...minute }).format(at);

/** Date with hours and minutes, without the current year, for the columns of a list. */
export function listTimeText(at: number, now: number, where: Locale): string {
  if (dayKey(at, where.zone).slice(0, 4) !== dayKey(now, where.zone).slice(0, 4)) return dateTimeText(at, where);
  return dates(where, 'listTime', { month: 'short', day: 'numeric', ...minute }).format(at);
}

/** For example Friday, 21 November; the separator between the days of a conversation. */
export const dayText = (at: number, where: Locale) =>
  dates(where, 'day', { weekday: 'long', month: 'long', day: 'numeric' }).format(at);

const quarterMs = 15 * 60_000;
const keys = new Map<string, string>();
const mostKeys = 1_000;

/**
 * For example 2025-11-21 in the hospital's zone, to compare days and for date inputs. Cached by quarter of an hour,
 * because in every zone days begin on one.
 */
export function dayKey(at: number, zone: string): string {
  const quarter = `${zone} ${Math.floor(at / quarterMs)}`;
  const known = keys.get(quarter);
  if (known !== undefined) return known;
  const key = readDayKey(at, zone);
  if (keys.size >= mostKeys) keys.clear();
  keys.set(quarter, key);
  return key;
}

function readDayKey(at: number, zone: string): string {
  const parts = dates({ language: 'en-GB', zone }, 'key', day).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/**
 * Compares calendar days of the hospital; fast for close times, because in every zone days begin on a quarter of an
 * hour.
 */
export const isSameDay = (a: number, b: number, zone: string) =>
  Math.floor(a / quarterMs) === Math.floor(b / quarterMs) || dayKey(a, zone) === dayKey(b, zone);

/** Number of calendar days of the hospital between two times. */
export const daysBetween = (from: number, to: number, zone: string) =>
  Math.round((Date.parse(dayKey(to, zone)) - Date.parse(dayKey(from, zone))) / 86_400_000);

/** The time if today, otherwise the date. */
export function shortTimeText(at: number, now: number, where: Locale): string {
  if (daysBetween(at, now, where.zone) === 0) return timeText(at, where);
  return dates(where, 'short', { month: 'short', day: 'numeric' }).format(at);
}

/** The patient's age in years, in months under two years, in days in the first month; null for an unreadable date. */
export function ageParts(
  birthday: string,
  now: number,
  zone: string,
): { unit: 'years' | 'months' | 'days'; count: number } | null {
  if (!/^\d{4}-\d\d-\d\d/.test(birthday)) return null;
  const [year = 0, month = 1, date = 1] = birthday.slice(0, 10).split('-').map(Number);
  const [y = 0, m = 0, d = 0] = dayKey(now, zone).split('-').map(Number);
  const months = (y - year) * 12 + (m - month) - (d < date ? 1 : 0);
  if (months < 0) return null;
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) };
  if (months >= 1) return { unit: 'months', count: months };
  return { unit: 'days', count: Math.round((Date.UTC(y, m - 1, d) - Date.UTC(year, month - 1, date)) / 86_400_000) };
}

const yuan = new Map<string, Intl.NumberFormat>();

/** Formats an amount in cents as yuan. */
export function moneyText(cents: number, language: string): string {
  const options = { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' } as const;
  const known = yuan.get(language) ?? new Intl.NumberFormat(language, options);
  yuan.set(language, known);
  return known.format(cents / 100);
}

/** For example 1.4 MB. */
export function sizeText(bytes: number, language: string): string {
  const mega = bytes >= 1_000_000;
  const unit = mega ? 'megabyte' : 'kilobyte';
  const value = mega ? bytes / 1_000_000 : Math.ceil(bytes / 1000);
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  return text.replace(' ', '\u00a0');
}
