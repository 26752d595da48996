import { type CheckInput, type DrugIdentity, knownLines } from './facts.ts';
import { type Finding, type RuleCode, unavailable } from './finding.ts';
import { listed } from './tables.ts';

/** Two drugs in one patient: a line with an earlier line, or with a drug of another prescription in force. */
export type Pair = { drug: DrugIdentity; other: DrugIdentity; lineIndex: number; otherLine: number | null };

/** Every pair that a prescription brings about. */
export function pairsOf(input: CheckInput): Pair[] {
  const lines = knownLines(input);
  return lines.flatMap(({ drug, lineIndex }, position) => [
    ...lines.slice(0, position).map((other) => ({ drug, lineIndex, other: other.drug, otherLine: other.lineIndex })),
    ...(input.active ?? []).map((other) => ({ drug, lineIndex, other, otherLine: null })),
  ]);
}

/** What cannot be compared with another drug: nobody knows what the patient takes, or only its name. */
export const unknownOthers = (ruleCode: RuleCode, { active, activeUnknown }: CheckInput): Finding[] => [
  ...(active ? [] : [unavailable(ruleCode, 'historyMissing')]),
  ...(activeUnknown.length > 0
    ? [unavailable(ruleCode, 'otherDrugUnknown', null, { others: listed(activeUnknown) })]
    : []),
];

/** What a text about a pair is filled with. `otherLine` counts from 1; 0 means "in another prescription". */
export const pairParams = ({ drug, other, otherLine }: Pair) => ({
  drug: drug.name,
  other: other.name,
  otherLine: otherLine === null ? 0 : otherLine + 1,
});
