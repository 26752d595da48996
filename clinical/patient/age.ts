/** A calendar day, written as `yyyy-MM-dd`. */
type Day = { year: number; month: number; day: number };

/** An age in the unit doctors use: days for a newborn, months for a small child, years for others. */
export type Age =
  | { unit: 'days'; value: number }
  | { unit: 'months'; value: number }
  | { unit: 'yearsAndMonths'; value: number; months: number }
  | { unit: 'years'; value: number };

function dayOf(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const back = new Date(Date.UTC(year, month - 1, day));
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? { year, month, day } : null;
}

/** Whole months between two days (`yyyy-MM-dd`); null if a day is invalid or the birthday is in the future. */
export function ageInMonths(birthday: string, today: string): number | null {
  const [born, now] = [dayOf(birthday), dayOf(today)];
  if (!born || !now) return null;
  const months = (now.year - born.year) * 12 + now.month - born.month - (now.day < born.day ? 1 : 0);
  return birthday > today ? null : months;
}

/** The age as shown: days below one month, months below one year, years and months below six years, then years. */
export function ageOf(birthday: string, today: string): Age | null {
  const months = ageInMonths(birthday, today);
  if (months === null) return null;
  if (months < 1) return { unit: 'days', value: Math.round((Date.parse(today) - Date.parse(birthday)) / 86_400_000) };
  if (months < 12) return { unit: 'months', value: months };
  const years = Math.floor(months / 12);
  return months < 72 ? { unit: 'yearsAndMonths', value: years, months: months % 12 } : { unit: 'years', value: years };
}
