import { inBaseUnits, type Packing } from './dose.ts';
import { type FormulaPart, type NeedProblem, needOf } from './need.ts';
import {
  add,
  ceil,
  decimal,
  divide,
  floor,
  isMultipleOf,
  isPositive,
  minus,
  type Rational,
  ratio,
  times,
  toText,
} from './rational.ts';
import type { Course } from './regimen.ts';
import { unitOf } from './unit.ts';

export type QuantityProblem = NeedProblem | 'nothingToTake' | 'tooMany';

/** A pack that does not divide into doses: how many it holds, and the base units that go into the next dose. */
export type PackRest = { doses: number; rest: string };

/** The packs a line needs, with the formula to show; or why they cannot be computed. */
export type Quantity =
  | {
      ok: true;
      packs: number;
      totalInBase: string;
      packFactor: number;
      parts: FormulaPart[];
      /** Null where packs divide into doses, only one is needed, or what is left of a pack is no whole piece. */
      packRest: PackRest | null;
    }
  | { ok: false; why: QuantityProblem };

/** What is left of a pack of 7 after whole doses of 2: three doses and one tablet, for the next dose. */
function packRestOf(courses: readonly Course[], packing: Packing, factor: Rational): PackRest | null {
  const [course, ...more] = courses;
  if (!course || more.length > 0 || course.dayDoses || unitOf(packing.minUnit)?.dimension !== 'count') return null;
  const each = inBaseUnits(course.dose, packing);
  if (!each.ok || isMultipleOf(factor, each.base)) return null;
  const doses = floor(divide(factor, each.base));
  return { doses: Number(doses), rest: toText(minus(factor, times(each.base, ratio(doses)))) };
}

/** ceil(base units of all whole doses ÷ base units in a pack), summed over the courses of a taper. */
export function quantityOf(courses: readonly Course[], packing: Packing): Quantity {
  if (courses.length === 0) return { ok: false, why: 'nothingToTake' };
  const factor = decimal(packing.packFactor);
  if (!factor || !isPositive(factor)) return { ok: false, why: 'invalidPack' };
  let sum = ratio(0);
  const parts: FormulaPart[] = [];
  for (const course of courses) {
    const one = needOf(course, packing, null);
    if (!one.ok) return { ok: false, why: one.why };
    sum = add(sum, one.total);
    parts.push(one.part);
  }
  const packs = ceil(divide(sum, factor));
  if (packs > 9_999n) return { ok: false, why: 'tooMany' };
  const packRest = packs > 1n ? packRestOf(courses, packing, factor) : null;
  return { ok: true, packs: Number(packs), totalInBase: toText(sum), packFactor: packing.packFactor, parts, packRest };
}
