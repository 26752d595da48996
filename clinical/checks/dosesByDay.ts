import { daysOfDoses, dosesInDays, type Frequency, frequencyOf } from '../doses/frequency.ts';
import { add, decimal, divide, isAbove, isPositive, minus, type Rational, ratio, times } from '../doses/rational.ts';
import { type Course, coursesOf, dosesOnOneDay, type Regimen } from '../doses/regimen.ts';

type Interval = Extract<Frequency, { kind: 'interval' }>;

/** The day of the last dose of a course at an interval; the first dose is on day 0. */
export const lastDoseDay = (often: Interval, days: number): number => daysOfDoses(often, dosesInDays(often, days) - 1);

/** The longest course of one step. */
const mostDays = 366;
const nothing = ratio(0);

/** The dose of a course as a part of the line's first one. */
function partOf({ dose }: Course, line: Regimen): Rational {
  const [own, first] = [decimal(dose.value), decimal(line.dose.value)];
  return own && first && isPositive(first) ? divide(own, first) : ratio(1);
}

/** Doses on each day of a course; a course without a number of days is as long as the period. */
function dosesByDay(line: Regimen, course: Course, period: number): Rational[] | null {
  const often = frequencyOf(course.frequency);
  const part = partOf(course, line);
  if (often?.kind === 'once') return [part];
  const hasDays = Number.isInteger(course.days) && course.days > 0;
  const days = Math.min(hasDays ? course.days : period, mostDays);
  if (often?.kind === 'interval') {
    const taken = Array.from({ length: dosesInDays(often, days) }, (_, count) => daysOfDoses(often, count));
    return Array.from({ length: days }, (_, day) => times(part, ratio(taken.filter((one) => one === day).length)));
  }
  const { dose, frequency, dayDoses } = course;
  const daily = dosesOnOneDay({ ...line, dose, frequency, dayDoses });
  return daily === null ? null : Array.from({ length: days }, () => times(daily, part));
}

/**
 * The most that a line gives in a period of days, in doses as large as its first one, wherever in its steps the period
 * begins; null if "as needed" has no maximum.
 */
export function mostDosesIn(line: Regimen, period: number): Rational | null {
  const courses = coursesOf(line).map((course) => dosesByDay(line, course, period));
  const known = courses.flatMap((one) => (one === null ? [] : [one]));
  if (known.length < courses.length) return null;
  let [most, within] = [nothing, nothing];
  const byDay = known.flat();
  for (const [day, doses] of byDay.entries()) {
    within = minus(add(within, doses), byDay[day - period] ?? nothing);
    if (isAbove(within, most)) most = within;
  }
  return most;
}
