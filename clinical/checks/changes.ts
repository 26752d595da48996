import type { LocalText } from '../words/localText.ts';
import { actAtSamePlace } from './exposure.ts';
import type { MedicineIdentity } from './facts.ts';
import type { RuleHit } from './finding.ts';
import { gravity, type Level } from './level.ts';
import type { Pair } from './pairs.ts';
import type { DuplicateClass, MedicineChange, RuleTables, Target } from './tables.ts';

/** Whether a row of a table is about a medicine: by one of its ingredients, or by its class. */
export const isMeant = (medicine: MedicineIdentity, { kind, code }: Target): boolean =>
  kind === 'class' ? medicine.classes.includes(code) : medicine.ingredients.includes(code);

/** How to change from the medicine that the patient takes to the one on the line; the first row, of the closest kind. */
export const changeOf = (
  { medicine, other, otherLine }: Pair,
  changes: readonly MedicineChange[],
): MedicineChange | null =>
  otherLine === null ? (changes.find(({ from, to }) => isMeant(other, from) && isMeant(medicine, to)) ?? null) : null;

/** The gravest mechanism of which one medicine is enough that two medicines at the same place have in common. */
export function sharedClass({ medicine, other }: Pair, classes: readonly DuplicateClass[]): DuplicateClass | null {
  if (!actAtSamePlace(medicine, other)) return null;
  const rows = classes.filter((row) =>
    [medicine, other].every((one) => one.classes.some((its) => row.classes.includes(its))),
  );
  return rows.toSorted((a, b) => gravity[b.level] - gravity[a.level])[0] ?? null;
}

/** An interaction with a medicine that the patient takes, where the line may replace it. */
type Found = { level: Level; text: LocalText };

const ended = ({ en, zh }: LocalText): LocalText => ({
  en: /[.!?]$/.test(en) ? en : `${en}.`,
  zh: /[。！？.]$/.test(zh) ? zh : `${zh}。`,
});
const joined = (texts: readonly LocalText[]): LocalText => ({
  en: texts.map((one) => ended(one).en).join(' '),
  zh: texts.map((one) => ended(one).zh).join(''),
});

/** What the doctor is asked about a change: which row says how, and what both medicines together would be. */
export type ChangeParams = { change: string; together: Level };

/**
 * An interaction as a change sees it, with what the doctor is asked. A change is not taking both, so it does not refuse,
 * unless the wait between them is longer than a prescription is valid.
 */
export function asChange<F extends Found>(
  found: F,
  pair: Pair,
  { changes, duplicateClasses }: Pick<RuleTables, 'changes' | 'duplicateClasses'>,
): F & { asked: ChangeParams | null } {
  if (pair.otherLine !== null) return { ...found, asked: null };
  const change = changeOf(pair, changes ?? []);
  const row = sharedClass(pair, duplicateClasses ?? []);
  if (change?.keepsRefusal) return { ...found, text: joined([found.text, change.how]), asked: null };
  const code = change?.code ?? row?.code;
  if (code === undefined) return { ...found, asked: null };
  const text = change && row === null ? joined([found.text, change.how]) : found.text;
  const level = found.level === 'block' ? 'warn' : found.level;
  return { ...found, level, text, asked: { change: code, together: found.level } };
}

const isLevel = (value: unknown): value is Level => value === 'info' || value === 'warn' || value === 'block';
const togetherOf = ({ level, params }: RuleHit): Level => (isLevel(params.together) ? params.together : level);

/** The gravest of some findings about one change, with the texts of all and the gravest that both together would be. */
function merged(hits: readonly RuleHit[]): RuleHit | undefined {
  const [kept, ...rest] = hits.toSorted((a, b) => gravity[b.level] - gravity[a.level]);
  if (!kept || rest.length === 0) return kept;
  const texts = [kept, ...rest].flatMap(({ text }) => text ?? []);
  const unlike = texts.filter(({ en }, at) => !texts.some((one, other) => other < at && one.en.includes(en)));
  const together = hits.map(togetherOf).toSorted((a, b) => gravity[b] - gravity[a])[0] ?? kept.level;
  const sources = [...new Set([kept, ...rest].map(({ source }) => source))];
  const asked = kept.params.change === undefined ? {} : { together };
  return { ...kept, params: { ...kept.params, ...asked }, text: joined(unlike), source: sources.join('; ') };
}

const changeRules: readonly string[] = ['duplicateClass', 'interaction'];

/** One finding for each change of medicine: what the class and the interactions of the pair say needs one answer. */
export function oncePerChange(hits: readonly RuleHit[]): RuleHit[] {
  const pairOf = ({ ruleCode, lineIndex, params }: RuleHit) =>
    changeRules.includes(ruleCode) && params.otherLine === 0 ? `${lineIndex} ${params.otherCode}` : null;
  const changing = new Set(hits.filter(({ params }) => params.change !== undefined).map(pairOf));
  return hits.flatMap((hit, at) => {
    const pair = pairOf(hit);
    if (pair === null || !changing.has(pair)) return [hit];
    const same = hits.filter((one) => pairOf(one) === pair);
    return hits.indexOf(same[0] ?? hit) === at ? (merged(same) ?? []) : [];
  });
}
