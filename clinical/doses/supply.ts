import { type Amount, inUnit, type Packing } from './dose.ts';
import { type Need, needOf } from './need.ts';
import { add, ceil, decimal, divide, isAbove, isPositive, minus, type Rational, ratio, times } from './rational.ts';
import { coursesOf, daysOf, type Regimen } from './regimen.ts';

/** A line as dispensed. */
export type Supply = Regimen & { quantity: number };

/** How much of a line its course needs, and how long the dispensed packs last. */
export type SupplyFacts = {
  /** Packs that the course needs. */
  needed: number;
  /** Days for which the packs last: fewer than the course with too few packs, more with too many, else its days. */
  lastsDays: number;
};

/** Without a maximum, "as needed" is assumed to mean at most every four hours. */
const mostTimesAsNeeded = 6;

/** Base units a day of a medicine taken as needed without a maximum: its daily maximum, if one dose is not above that. */
function assumedDaily(packing: Packing, maxDailyDose: Amount | null) {
  const most = maxDailyDose && inUnit(maxDailyDose, packing.minUnit, packing);
  return (each: Rational): Rational =>
    most?.ok && !isAbove(each, most.base) ? most.base : times(each, ratio(mostTimesAsNeeded));
}

/** Whole days for which an amount lasts: what is left after the last course is taken at its dose. */
function lastsOf(needs: readonly Need[], amount: Rational): number {
  let [days, left] = [0, amount];
  for (const [at, need] of needs.entries()) {
    if (at === needs.length - 1 || isAbove(need.total, left)) return days + need.lasts(left);
    days += need.days;
    left = minus(left, need.total);
  }
  return days;
}

/**
 * Compares the packs of a line with its course; null if they cannot be compared. Packs beyond a taper last at its last
 * dose.
 */
export function supplyOf(line: Supply, packing: Packing, maxDailyDose: Amount | null): SupplyFacts | null {
  const factor = decimal(packing.packFactor);
  if (!factor || !isPositive(factor) || !Number.isFinite(line.quantity)) return null;
  const needs: Need[] = [];
  for (const course of coursesOf(line)) {
    const one = needOf(course, packing, assumedDaily(packing, maxDailyDose));
    if (!one.ok) return null;
    needs.push(one);
  }
  const total = needs.map((one) => one.total).reduce(add, ratio(0));
  const packs = Math.max(0, Math.trunc(line.quantity));
  const [needed, days] = [Number(ceil(divide(total, factor))), daysOf(line)];
  if (packs === needed) return { needed, lastsDays: days };
  const lasts = lastsOf(needs, times(ratio(packs), factor));
  return { needed, lastsDays: packs > needed ? Math.max(days, lasts) : Math.min(days, lasts) };
}
