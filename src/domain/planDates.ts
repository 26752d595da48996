import { dayAfter, isDay, mondayOf } from '../../contract/days.ts';
import { Code } from '../../contract/envelope.ts';
import type { Failure } from '../../contract/operation.ts';

export { isDay };

export type CalendarView = 'week' | 'month';

/** The first day of the month that is `count` months after a day's month. */
function monthAfter(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

/** The days that a view shows, by weeks from Monday on: one week, or all weeks of the month. */
export function weeksShown(view: CalendarView, day: string): readonly (readonly string[])[] {
  const week = (monday: string) => Array.from({ length: 7 }, (_, n) => dayAfter(monday, n));
  if (view === 'week') return [week(mondayOf(day))];
  const weeks: string[][] = [];
  const end = monthAfter(day, 1);
  for (let monday = mondayOf(monthAfter(day, 0)); monday < end; monday = dayAfter(monday, 7)) weeks.push(week(monday));
  return weeks;
}

/** A day in the view before (-1) or after (1) the one that shows `day`. */
export const dayInNextView = (view: CalendarView, day: string, step: -1 | 1): string =>
  view === 'week' ? dayAfter(mondayOf(day), step * 7) : monthAfter(day, step);

/** The day from an address; the other one if it is none. */
export const dayFrom = (text: string, otherwise: string): string => (isDay(text) ? text : otherwise);

export const nextWeek = (day: string): string => dayAfter(mondayOf(day), 7);

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day to which an arrow key moves in a calendar; null for other keys. */
export function dayByKey(day: string, key: string): string | null {
  const step = steps[key];
  return step === undefined ? null : dayAfter(day, step);
}

/** Noon of a day in UTC, for formatting it in the zone UTC. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Whether a change is refused because other days or another leave are planned already. */
export const isPlanConflict = ({ code }: Pick<Failure, 'code'>): boolean => code === Code.scheduleConflict;
