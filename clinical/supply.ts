import { type Amount, inBaseUnits, inUnit, type Packing } from './dose.ts';
import { frequencyOf } from './frequency.ts';
import { ceil, decimal, divide, floor, isAbove, isPositive, type Rational, ratio, times } from './rational.ts';

/** A line as dispensed. */
export type Supply = { dose: Amount; frequency: string; days: number; quantity: number };

/** How much of a line its course needs, and how long the dispensed packs last. */
export type SupplyFacts = {
  /** Packs that the course needs. */
  needed: number;
  /** Days for which the packs last if there are more than the course needs; else the days of the course. */
  lastsDays: number;
};

/** Without a maximum, "as needed" is assumed to mean as often as the most frequent code, every four hours. */
const mostTimesAsNeeded = 6;

type PerDay = { daily: Rational; total: Rational };

function takenOf({ dose, frequency, days }: Supply, packing: Packing, maxDailyDose: Amount | null): PerDay | null {
  const often = frequencyOf(frequency);
  const each = inBaseUnits(dose, packing);
  if (!often || !each.ok || !Number.isInteger(days) || days < 1) return null;
  if (often.kind === 'once') return { daily: each.base, total: each.base };
  if (often.kind === 'regular') {
    const daily = times(each.base, often.timesPerDay);
    return { daily, total: times(daily, ratio(days)) };
  }
  const most = maxDailyDose && inUnit(maxDailyDose, packing.minUnit, packing);
  const daily = most?.ok && !isAbove(each.base, most.base) ? most.base : times(each.base, ratio(mostTimesAsNeeded));
  return { daily, total: times(daily, ratio(days)) };
}

/**
 * Compares the packs of a line with its course; null if they cannot be compared. A drug taken as needed is computed at
 * its maximum.
 */
export function supplyOf(line: Supply, packing: Packing, maxDailyDose: Amount | null): SupplyFacts | null {
  const taken = takenOf(line, packing, maxDailyDose);
  const factor = decimal(packing.packFactor);
  if (!taken || !factor || !isPositive(factor) || !isPositive(taken.daily)) return null;
  const needed = Number(ceil(divide(taken.total, factor)));
  const inHand = times(ratio(Math.max(0, Math.trunc(line.quantity))), factor);
  const lasts = Number(floor(divide(inHand, taken.daily)));
  return { needed, lastsDays: line.quantity > needed ? Math.max(line.days, lasts) : line.days };
}
