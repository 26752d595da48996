import { type Amount, inBaseUnits, type Packing } from './dose.ts';
import { decimal, isMultipleOf, type Rational, ratio } from './rational.ts';
import { isSameUnit, unitOf } from './unit.ts';

/** Forms that lose their coating, content or measure when divided. */
const undivided = new Set([
  'tablet-sr',
  'tablet-ec',
  'tablet-effervescent',
  'tablet-sublingual',
  'tablet-vaginal',
  'tablet-buccal',
  'capsule',
  'capsule-sr',
  'capsule-ec',
  'capsule-soft',
  'capsule-inhalation',
  'lozenge',
  'patch',
  'suppository',
  'vaginal-suppository',
  'enema',
  'inhaler',
  'powder-inhaler',
  'nasal-spray',
]);
const divisibleTablets = new Set(['tablet', 'tablet-chewable', 'tablet-dispersible']);
const loosePowders = new Set(['granules', 'powder']);

/** Whether a patient can take a dose: easily, only if this very product can be divided so finely, or not at all. */
export type Portion = 'takeable' | 'needsFineDivision' | 'impossible' | 'unknownForm' | 'notComparable';

/** The number of pieces (or drops, millilitres, grams) in a dose, and whether they can be taken. */
export type PortionOf = { portion: Portion; pieces: Rational | null; unit: string };

const isCounted = (unit: string): boolean => unitOf(unit)?.dimension === 'count';

function portionFor(form: string, pieces: Rational): Portion {
  const isMultiple = (part: Rational) => isMultipleOf(pieces, part);
  if (isMultiple(ratio(1))) return 'takeable';
  if (undivided.has(form)) return 'impossible';
  // The medicine table does not say which tablets are scored: halves are usual, quarters must be confirmed.
  if (divisibleTablets.has(form))
    return isMultiple(ratio(1, 2)) ? 'takeable' : isMultiple(ratio(1, 4)) ? 'needsFineDivision' : 'impossible';
  if (loosePowders.has(form))
    return isMultiple(ratio(1, 4)) || isMultiple(ratio(1, 3)) ? 'takeable' : 'needsFineDivision';
  return 'unknownForm';
}

/** Judges one dose by the product's form. Liquids, creams and injections have no pieces; drops are counted. */
export function portionOf(dose: Amount, form: string, packing: Packing): PortionOf {
  const each = inBaseUnits(dose, packing);
  const unit = packing.minUnit;
  if (!each.ok) return { portion: 'notComparable', pieces: null, unit };
  if (isCounted(unit)) return { portion: portionFor(form, each.base), pieces: each.base, unit };
  const drops = isSameUnit(dose.unit, 'drop') ? decimal(dose.value) : null;
  if (!drops) return { portion: 'takeable', pieces: each.base, unit };
  return { portion: isMultipleOf(drops, ratio(1)) ? 'takeable' : 'impossible', pieces: drops, unit: dose.unit };
}
