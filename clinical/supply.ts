import { type Amount, inBaseUnits, inUnit, type Packing } from './dose.ts';
import { frequencyOf } from './frequency.ts';
import {
  add,
  ceil,
  decimal,
  divide,
  floor,
  isAbove,
  isPositive,
  minus,
  type Rational,
  ratio,
  times,
} from './rational.ts';
import { type Course, coursesOf, daysOf, type Regimen } from './regimen.ts';

/** A line as dispensed. */
export type Supply = Regimen & { quantity: number };

/** How much of a line its course needs, and how long the dispensed packs last. */
export type SupplyFacts = {
  /** Packs that the course needs. */
  needed: number;
  /** Days for which the packs last if there are more than the course needs; else the days of the course. */
  lastsDays: number;
};

/** Without a maximum, "as needed" is assumed to mean at most every four hours. */
const mostTimesAsNeeded = 6;

/** What one course takes a day, in all, and in how many days. */
type Taken = { daily: Rational; total: Rational; days: number };

/** Base units a day; a drug taken as needed is computed at its maximum. */
function dailyOf(course: Course, each: Rational, packing: Packing, maxDailyDose: Amount | null): Rational | null {
  const often = frequencyOf(course.frequency);
  if (!often) return null;
  if (often.kind === 'once') return each;
  if (often.kind === 'regular') return times(each, often.timesPerDay);
  if (course.mostTimes) return times(each, ratio(course.mostTimes));
  const most = maxDailyDose && inUnit(maxDailyDose, packing.minUnit, packing);
  return most?.ok && !isAbove(each, most.base) ? most.base : times(each, ratio(mostTimesAsNeeded));
}

function takenOf(course: Course, packing: Packing, maxDailyDose: Amount | null): Taken | null {
  const { dose, frequency, firstDose } = course;
  const each = inBaseUnits(dose, packing);
  if (!each.ok || !Number.isInteger(course.days) || course.days < 1) return null;
  const daily = dailyOf(course, each.base, packing, maxDailyDose);
  if (!daily) return null;
  const days = frequencyOf(frequency)?.kind === 'once' ? 1 : course.days;
  const total = times(daily, ratio(days));
  if (!firstDose) return { daily, total, days };
  const first = inBaseUnits({ value: firstDose, unit: dose.unit }, packing);
  return first.ok ? { daily, total: add(total, minus(first.base, each.base)), days } : null;
}

/**
 * Compares the packs of a line with its course; null if they cannot be compared. Packs beyond a taper last at its last
 * dose.
 */
export function supplyOf(line: Supply, packing: Packing, maxDailyDose: Amount | null): SupplyFacts | null {
  const factor = decimal(packing.packFactor);
  if (!factor || !isPositive(factor) || !Number.isFinite(line.quantity)) return null;
  let [total, taken, daily] = [ratio(0), 0, ratio(0)];
  for (const course of coursesOf(line)) {
    const one = takenOf(course, packing, maxDailyDose);
    if (!one) return null;
    total = add(total, one.total);
    taken += one.days;
    daily = one.daily;
  }
  if (!isPositive(daily)) return null;
  const [needed, days] = [Number(ceil(divide(total, factor))), daysOf(line)];
  const spare = minus(times(ratio(Math.max(0, Math.trunc(line.quantity))), factor), total);
  const lasts = taken + Number(floor(divide(spare, daily)));
  return { needed, lastsDays: line.quantity > needed ? Math.max(days, lasts) : days };
}
