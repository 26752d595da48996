import { listed } from '../localText.ts';
import { type CheckInput, type DrugIdentity, knownLines } from './facts.ts';
import { type Finding, type RuleCode, unavailable } from './finding.ts';

/** Two drugs in one patient: a line with an earlier line, or with a drug of another prescription in force. */
export type Pair = { drug: DrugIdentity; other: DrugIdentity; lineIndex: number; otherLine: number | null };

/** Every pair of drugs that the prescription creates. */
export function pairsOf(input: CheckInput): Pair[] {
  const lines = knownLines(input);
  return lines.flatMap(({ drug, lineIndex }, position) => [
    ...lines.slice(0, position).map((other) => ({ drug, lineIndex, other: other.drug, otherLine: other.lineIndex })),
    ...(input.active ?? []).map((other) => ({ drug, lineIndex, other, otherLine: null })),
  ]);
}

/** Drugs that cannot be compared: the patient's other drugs are unknown, or known by name only. */
export const unknownOthers = (ruleCode: RuleCode, { active, activeUnknown }: CheckInput): Finding[] => [
  ...(active ? [] : [unavailable(ruleCode, 'historyMissing')]),
  ...(activeUnknown.length > 0
    ? [unavailable(ruleCode, 'otherDrugUnknown', null, { others: listed(activeUnknown) })]
    : []),
];

/** Values for a text about a pair. `otherCode` names the other drug in every language; `otherLine` counts from 1; 0 means "in another prescription". */
export const pairParams = ({ drug, other, otherLine }: Pair) => ({
  drug: drug.name,
  other: other.name,
  otherCode: other.genericCode,
  otherLine: otherLine === null ? 0 : otherLine + 1,
});
