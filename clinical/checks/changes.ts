import { actAtSamePlace } from './exposure.ts';
import type { DrugIdentity } from './facts.ts';
import type { Pair } from './pairs.ts';
import type { DuplicateClass, Level, LocalText, MedicineChange, RuleTables, Target } from './tables.ts';

/** Whether a row of a table is about a drug: by one of its ingredients, or by its class. */
export const isMeant = (drug: DrugIdentity, { kind, code }: Target): boolean =>
  kind === 'class' ? drug.classes.includes(code) : drug.ingredients.includes(code);

/** How to change from the medicine that the patient takes to the one on the line; the first row, of the closest kind. */
export const changeOf = (
  { drug, other, otherLine }: Pair,
  changes: readonly MedicineChange[],
): MedicineChange | null =>
  otherLine === null ? (changes.find(({ from, to }) => isMeant(other, from) && isMeant(drug, to)) ?? null) : null;

const gravity: Record<Level, number> = { info: 1, warn: 2, block: 3 };

/** The gravest mechanism of which one medicine is enough that two drugs at the same place have in common. */
export function sharedClass({ drug, other }: Pair, classes: readonly DuplicateClass[]): DuplicateClass | null {
  if (!actAtSamePlace(drug, other)) return null;
  const rows = classes.filter((row) =>
    [drug, other].every((one) => one.classes.some((its) => row.classes.includes(its))),
  );
  return rows.toSorted((a, b) => gravity[b.level] - gravity[a.level])[0] ?? null;
}

/** An interaction with a medicine that the patient takes, where the line may replace it. */
type Found = { level: Level; text: LocalText };

const joined = (a: LocalText, b: LocalText): LocalText => ({ en: `${a.en} ${b.en}`, zh: `${a.zh}${b.zh}` });

/**
 * An interaction as a change sees it. A change is not taking both, so it does not refuse, unless the wait between them is
 * longer than a prescription is valid.
 */
export function asChange<F extends Found>(
  found: F,
  pair: Pair,
  { changes, duplicateClasses }: Pick<RuleTables, 'changes' | 'duplicateClasses'>,
): F {
  if (pair.otherLine !== null) return found;
  const change = changeOf(pair, changes ?? []);
  const row = sharedClass(pair, duplicateClasses ?? []);
  if (change?.keepsRefusal) return { ...found, text: joined(found.text, change.how) };
  if (change === null && row === null) return found;
  const level = found.level === 'block' ? 'warn' : found.level;
  return { ...found, level, text: change && row === null ? joined(found.text, change.how) : found.text };
}
