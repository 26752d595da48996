import { decimal, divide, isPositive, type Rational, times } from './rational.ts';
import { isSameUnit, unitOf } from './unit.ts';

/** An amount as written on a line or in a medicine table: 500 mg, 2 tablets. */
export type Amount = { value: number; unit: string };

/** A product's packing: its base unit, the content of one base unit, and the number of base units in a pack. */
export type Packing = {
  minUnit: string;
  /** Content of one base unit; null if the table does not have it. */
  strength: Amount | null;
  packUnit: string;
  packFactor: number;
};

export type DoseProblem = 'invalidDose' | 'unknownUnit' | 'unknownStrength' | 'unitMismatch' | 'invalidPack';
export type BaseDose = { ok: true; base: Rational } | { ok: false; why: DoseProblem };

const problem = (why: DoseProblem): { ok: false; why: DoseProblem } => ({ ok: false, why });

const positive = (value: number): Rational | null => {
  const exact = decimal(value);
  return exact && isPositive(exact) ? exact : null;
};

/** Converts between measured units of one dimension; null if they measure different things. */
export function convert(value: Rational, from: string, to: string): Rational | null {
  if (isSameUnit(from, to)) return value;
  const [a, b] = [unitOf(from), unitOf(to)];
  if (!a || !b || a.dimension !== b.dimension || a.dimension === 'count' || a.dimension === 'pack') return null;
  return divide(times(value, a.scale), b.scale);
}

/**
 * Whether a unit counts the product itself. In a cream of 10 mg/g, "g" is cream and "mg" is active substance, although
 * both are masses.
 */
function countsProduct(unit: string, { minUnit, strength }: Packing): boolean {
  if (isSameUnit(unit, minUnit)) return true;
  const dimension = unitOf(minUnit)?.dimension;
  return dimension === unitOf(unit)?.dimension && dimension !== (strength && unitOf(strength.unit)?.dimension);
}

/** A dose in base units (tablets, ml …): directly, by the pack, or through the strength of one base unit. */
export function inBaseUnits(dose: Amount, packing: Packing): BaseDose {
  const { minUnit, strength, packUnit, packFactor } = packing;
  const value = positive(dose.value);
  if (!value) return problem('invalidDose');
  const direct = countsProduct(dose.unit, packing) ? convert(value, dose.unit, minUnit) : null;
  if (direct) return { ok: true, base: direct };
  const pack = positive(packFactor);
  if (!pack) return problem('invalidPack');
  if (isSameUnit(dose.unit, packUnit)) return { ok: true, base: times(value, pack) };
  if (!unitOf(dose.unit)) return problem('unknownUnit');
  const content = strength && positive(strength.value);
  if (!strength || !content) return problem('unknownStrength');
  const measured = convert(value, dose.unit, strength.unit);
  return measured ? { ok: true, base: divide(measured, content) } : problem('unitMismatch');
}

/** Whether a dose can be written in this unit: the base unit, its content, or a pack of one piece. */
export function unitFits(unit: string, packing: Packing): boolean {
  if (unitOf(unit)?.dimension === 'pack' && !isSameUnit(unit, packing.minUnit))
    return packing.packFactor === 1 && isSameUnit(unit, packing.packUnit);
  return inBaseUnits({ value: 1, unit }, packing).ok;
}

/** A dose in the given unit, for comparison with a maximum; converts through base units and strength if necessary. */
export function inUnit(dose: Amount, unit: string, packing: Packing): BaseDose {
  const value = positive(dose.value);
  if (!value) return problem('invalidDose');
  const alike = countsProduct(dose.unit, packing) === countsProduct(unit, packing);
  const direct = alike ? convert(value, dose.unit, unit) : null;
  if (direct) return { ok: true, base: direct };
  const inBase = inBaseUnits(dose, packing);
  if (!inBase.ok) return inBase;
  const oneOfUnit = inBaseUnits({ value: 1, unit }, packing);
  return oneOfUnit.ok ? { ok: true, base: divide(inBase.base, oneOfUnit.base) } : oneOfUnit;
}
