import { convert } from '../../clinical/doses/dose.ts';
import { decimal } from '../../clinical/doses/rational.ts';
import { contentsIn } from '../../clinical/doses/specification.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import { type Problem, problem } from './problems.ts';

/** What is compared of a product with the others of its generic and form. */
export type Sibling = Pick<
  MedicineFields,
  'code' | 'genericCode' | 'name' | 'nameEn' | 'dosageForm' | 'minUnit' | 'strength' | 'strengthUnit'
>;

/** Products with this key in common are of one generic, form and base unit. */
const familyOf = ({ genericCode, dosageForm, minUnit }: Sibling): string =>
  [genericCode, dosageForm, minUnit].join('\n');

/** How many times the one strength is of the other, at least 1; null where they cannot be compared. */
function timesApart(one: Sibling, other: Sibling): number | null {
  const [own, others] = [decimal(one.strength ?? 0), decimal(other.strength ?? 0)];
  const converted = others && convert(others, other.strengthUnit, one.strengthUnit);
  if (!own || !converted || own.n <= 0n || converted.n <= 0n) return null;
  const times = Number(own.n * converted.d) / Number(own.d * converted.n);
  return Math.max(times, 1 / times);
}

/** Whether the specification itself says the strength. */
function isSaid({ specification, minUnit, strength, strengthUnit }: MedicineFields): boolean {
  const packing = { minUnit, strength: { value: strength ?? 0, unit: strengthUnit } };
  return contentsIn(specification, packing).some((one) => Math.abs(one - packing.strength.value) <= 0.001 * one);
}

/**
 * A strength that is exactly 10, 100 or 1,000 times another product's of the same generic, form and base unit: a decimal
 * point or a unit that slipped. Ten times is a product of its own where the specification says the same (tacrolimus 0.5 mg
 * and 5 mg); a hundred times never is.
 */
export function siblingProblems(fields: MedicineFields, others: readonly Sibling[]): Problem[] {
  const isSlip = (times: number | null) =>
    [10, 100, 1_000, 1_000_000].some((slip) => times !== null && Math.abs(times / slip - 1) < 0.001) &&
    !(times !== null && times < 11 && isSaid(fields));
  const other = others.find(
    (one) => one.code !== fields.code && familyOf(one) === familyOf(fields) && isSlip(timesApart(fields, one)),
  );
  if (!other) return [];
  const times = Math.round(timesApart(fields, other) ?? 0);
  const own = `${fields.strength} ${fields.strengthUnit}`;
  const theirs = `${other.strength} ${other.strengthUnit}`;
  return [
    problem(
      'strength',
      `含量 ${own} 与同一通用名、同剂型的“${other.name}”（${other.code}，${theirs}）相差 ${times} 倍。请核对单位和小数点`,
      `The strength ${own} is ${times} times apart from ${other.nameEn || other.name} (${other.code}, ${theirs}) of the same generic and form. Check the unit and the decimal point`,
    ),
  ];
}

/** The products of a hospital by generic and form, with those that a file adds or changes while it is read. */
export function createFamilies(stored: Iterable<Sibling>) {
  const families = new Map<string, Map<string, Sibling>>();
  const homes = new Map<string, string>();
  function put(one: Sibling): void {
    const home = homes.get(one.code);
    if (home !== undefined) families.get(home)?.delete(one.code);
    const key = familyOf(one);
    families.set(key, (families.get(key) ?? new Map<string, Sibling>()).set(one.code, one));
    homes.set(one.code, key);
  }
  for (const one of stored) put(one);
  return { put, of: (one: Sibling): Sibling[] => [...(families.get(familyOf(one))?.values() ?? [])] };
}
