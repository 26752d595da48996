import { type DoseProblem, inBaseUnits, type Packing } from './dose.ts';
import { daysOfDoses, dosesInDays, frequencyOf } from './frequency.ts';
import { add, divide, floor, isPositive, minus, type Rational, ratio, times, toText } from './rational.ts';
import type { Course } from './regimen.ts';

export type NeedProblem = DoseProblem | 'invalidDays' | 'unknownFrequency' | 'noFixedFrequency';

/**
 * One row of the shown formula, as exact text: 0.5 × 3 × 7 for equal doses on each day, 2 × 4 doses for an interval or a
 * single dose, (14 + 10) × 30 for unequal doses. A loading dose replaces the first of the others.
 */
export type FormulaPart =
  | { kind: 'daily'; doseInBase: string; timesPerDay: string; days: number; firstInBase: string | null }
  | { kind: 'doses'; doseInBase: string; doses: number; firstInBase: string | null }
  | { kind: 'unequal'; dosesInBase: string[]; days: number };

/** What a course takes, in base units (tablets, ml …). */
export type Need = {
  total: Rational;
  /** The days of the course; a single dose has one, whatever the days on its line. */
  days: number;
  part: FormulaPart;
  /** Whole days for which an amount lasts at this course's dose. */
  lasts: (amount: Rational) => number;
};

export type NeedOf = ({ ok: true } & Need) | { ok: false; why: NeedProblem };

/** The longest course of one step. */
const mostDays = 366;
const isWholeDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= mostDays;

const wholeParts = (amount: Rational, part: Rational): number =>
  isPositive(amount) && isPositive(part) ? Number(floor(divide(amount, part))) : 0;

/** Amounts of a course: its ordinary dose, and what the loading dose adds to or spares of the first. */
type Doses = { each: Rational; first: Rational | null; extra: Rational };

function dosesOf(
  { dose, firstDose }: Course,
  packing: Packing,
): ({ ok: true } & Doses) | { ok: false; why: DoseProblem } {
  const each = inBaseUnits(dose, packing);
  if (!each.ok) return each;
  if (!firstDose) return { ok: true, each: each.base, first: null, extra: ratio(0) };
  const first = inBaseUnits({ value: firstDose, unit: dose.unit }, packing);
  return first.ok ? { ok: true, each: each.base, first: first.base, extra: minus(first.base, each.base) } : first;
}

/** A course of whole doses: an interval, where each dose acts for several days, or a single dose. */
function ofDoses(doses: number, days: number, { each, first, extra }: Doses, daysFor: (doses: number) => number): Need {
  return {
    days,
    total: add(times(each, ratio(doses)), extra),
    part: { kind: 'doses', doseInBase: toText(each), doses, firstInBase: first && toText(first) },
    lasts: (amount) => daysFor(wholeParts(minus(amount, extra), each)),
  };
}

function ofDays(days: number, timesPerDay: Rational, { each, first, extra }: Doses): Need {
  const daily = times(each, timesPerDay);
  return {
    days,
    total: add(times(daily, ratio(days)), extra),
    part: {
      kind: 'daily',
      doseInBase: toText(each),
      timesPerDay: toText(timesPerDay),
      days,
      firstInBase: first && toText(first),
    },
    lasts: (amount) => wholeParts(minus(amount, extra), daily),
  };
}

function ofUnequal({ dose, days, dayDoses }: Course, packing: Packing): NeedOf {
  const amounts: Rational[] = [];
  for (const { dose: value } of dayDoses ?? []) {
    const one = inBaseUnits({ value, unit: dose.unit }, packing);
    if (!one.ok) return one;
    amounts.push(one.base);
  }
  const daily = amounts.reduce(add, ratio(0));
  const part = { kind: 'unequal', dosesInBase: amounts.map(toText), days } as const;
  return { ok: true, days, total: times(daily, ratio(days)), part, lasts: (amount) => wholeParts(amount, daily) };
}

/**
 * What a course takes in whole doses, or why that cannot be computed. `assumed` gives the base units a day of a medicine that
 * is taken as needed without a maximum; null if nothing is assumed.
 */
export function needOf(course: Course, packing: Packing, assumed: ((each: Rational) => Rational) | null): NeedOf {
  const { frequency, days, mostTimes, dayDoses } = course;
  const often = frequencyOf(frequency);
  if (!often) return { ok: false, why: 'unknownFrequency' };
  if (often.kind === 'asNeeded' && !mostTimes && !assumed) return { ok: false, why: 'noFixedFrequency' };
  if (!isWholeDays(days)) return { ok: false, why: 'invalidDays' };
  const doses = dosesOf(course, packing);
  if (!doses.ok) return doses;
  if (often.kind === 'once') return { ok: true, ...ofDoses(1, 1, doses, (count) => count) };
  if (often.kind === 'interval')
    return { ok: true, ...ofDoses(dosesInDays(often, days), days, doses, (count) => daysOfDoses(often, count)) };
  if (often.kind === 'regular')
    return dayDoses && dayDoses.length > 0
      ? ofUnequal(course, packing)
      : { ok: true, ...ofDays(days, often.timesPerDay, doses) };
  const most = mostTimes ? ratio(mostTimes) : divide(assumed?.(doses.each) ?? doses.each, doses.each);
  return { ok: true, ...ofDays(days, most, doses) };
}
