import { type DoseProblem, inBaseUnits, type Packing } from './dose.ts';
import { frequencyOf } from './frequency.ts';
import { add, ceil, decimal, divide, isPositive, minus, type Rational, ratio, times, toText } from './rational.ts';
import type { Course } from './regimen.ts';

export type QuantityProblem =
  | DoseProblem
  | 'invalidDays'
  | 'unknownFrequency'
  | 'noFixedFrequency'
  | 'nothingToTake'
  | 'tooMany';

/**
 * One row of the shown formula, as exact text: 0.5 × 3 × 7. A single dose has `timesPerDay` null; a loading dose
 * replaces the first of the others.
 */
export type FormulaPart = { doseInBase: string; timesPerDay: string | null; days: number; firstInBase?: string };

/** The packs a line needs, with the formula to show; or why they cannot be computed. */
export type Quantity =
  | { ok: true; packs: number; totalInBase: string; packFactor: number; parts: FormulaPart[] }
  | { ok: false; why: QuantityProblem };

type Total = { ok: true; total: Rational; part: FormulaPart } | { ok: false; why: QuantityProblem };

const isWholeDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= 366;

function totalOf({ dose, frequency, days, firstDose, mostTimes }: Course, packing: Packing): Total {
  const often = frequencyOf(frequency);
  if (!often) return { ok: false, why: 'unknownFrequency' };
  if (often.kind === 'asNeeded' && !mostTimes) return { ok: false, why: 'noFixedFrequency' };
  if (!isWholeDays(days)) return { ok: false, why: 'invalidDays' };
  const each = inBaseUnits(dose, packing);
  if (!each.ok) return each;
  const doseInBase = toText(each.base);
  if (often.kind === 'once') return { ok: true, total: each.base, part: { doseInBase, timesPerDay: null, days } };
  const timesPerDay = often.kind === 'regular' ? often.timesPerDay : ratio(mostTimes ?? 0);
  const total = times(times(each.base, timesPerDay), ratio(days));
  const part = { doseInBase, timesPerDay: toText(timesPerDay), days };
  if (!firstDose) return { ok: true, total, part };
  const first = inBaseUnits({ value: firstDose, unit: dose.unit }, packing);
  if (!first.ok) return first;
  return {
    ok: true,
    total: add(total, minus(first.base, each.base)),
    part: { ...part, firstInBase: toText(first.base) },
  };
}

/** ceil(dose in base units × times a day × days ÷ base units in a pack), summed over the courses of a taper. */
export function quantityOf(courses: readonly Course[], packing: Packing): Quantity {
  if (courses.length === 0) return { ok: false, why: 'nothingToTake' };
  const factor = decimal(packing.packFactor);
  if (!factor || !isPositive(factor)) return { ok: false, why: 'invalidPack' };
  let sum = ratio(0);
  const parts: FormulaPart[] = [];
  for (const course of courses) {
    const one = totalOf(course, packing);
    if (!one.ok) return one;
    sum = add(sum, one.total);
    parts.push(one.part);
  }
  const packs = ceil(divide(sum, factor));
  if (packs > 9_999n) return { ok: false, why: 'tooMany' };
  return { ok: true, packs: Number(packs), totalInBase: toText(sum), packFactor: packing.packFactor, parts };
}
