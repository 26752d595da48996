import { listed } from '../words/localText.ts';
import { isMeant } from './changes.ts';
import { isAbsorbed } from './exposure.ts';
import { type CheckInput, knownLines, type MedicineIdentity } from './facts.ts';
import { type Finding, hit } from './finding.ts';
import type { IngredientProperties } from './properties.ts';
import type { Combination, Target } from './tables.ts';

type Taken = { readonly medicine: MedicineIdentity; readonly lineIndex: number };

/** Whether each kind has an ingredient of its own: a compound serves as many kinds as it has ingredients. */
function isComplete(kinds: readonly (readonly Target[])[], places: readonly MedicineIdentity[]): boolean {
  const [kind, ...rest] = kinds;
  if (!kind) return true;
  return places.some(
    (medicine, at) => kind.some((target) => isMeant(medicine, target)) && isComplete(rest, places.toSpliced(at, 1)),
  );
}

/** One place for each ingredient of each medicine. */
const placesOf = (taken: readonly Taken[]): readonly MedicineIdentity[] =>
  taken.flatMap(({ medicine }) => [...new Set(medicine.ingredients)].map(() => medicine));

/** Three or more kinds of medicines that harm together, such as an ACE inhibitor, a diuretic and an NSAID. */
export function combined(
  input: CheckInput,
  combinations: readonly Combination[],
  properties: ReadonlyMap<string, IngredientProperties>,
): Finding[] {
  const lines = knownLines(input).map(({ medicine, lineIndex }) => ({ medicine, lineIndex }));
  const others = (input.active ?? []).map((medicine) => ({ medicine, lineIndex: -1 }));
  const taken = [...lines, ...others].filter(({ medicine }) => isAbsorbed(medicine, properties));
  return combinations.flatMap(({ code, kinds, level, text, source }) => {
    const all = taken.filter(({ medicine }) => kinds.flat().some((target) => isMeant(medicine, target)));
    const lineIndex = Math.max(-1, ...all.map((one) => one.lineIndex));
    if (lineIndex < 0 || all.length < 2 || !isComplete(kinds, placesOf(all))) return [];
    const names = all.map(({ medicine }) => medicine.name);
    const [first, last] = [listed(names.slice(0, -1)), listed(names.slice(-1))];
    const params = { drug: first, other: last, otherLine: lineIndex + 1, interaction: code };
    return [hit('interaction', { level, lineIndex, params, text, source })];
  });
}
