import { listed } from '../words/localText.ts';
import { type CheckInput, knownLines, type MedicineIdentity } from './facts.ts';
import { type Finding, type RuleCode, unavailable } from './finding.ts';

/** Two medicines in one patient: a line with an earlier line, or with a medicine of another prescription in force. */
export type Pair = { medicine: MedicineIdentity; other: MedicineIdentity; lineIndex: number; otherLine: number | null };

/** Every pair of medicines that the prescription creates. */
export function pairsOf(input: CheckInput): Pair[] {
  const lines = knownLines(input);
  return lines.flatMap(({ medicine, lineIndex }, position) => [
    ...lines
      .slice(0, position)
      .map((other) => ({ medicine, lineIndex, other: other.medicine, otherLine: other.lineIndex })),
    ...(input.active ?? []).map((other) => ({ medicine, lineIndex, other, otherLine: null })),
  ]);
}

/** Medicines that cannot be compared: the patient's other medicines are unknown, or known by name only. */
export const unknownOthers = (ruleCode: RuleCode, { active, activeUnknown }: CheckInput): Finding[] => [
  ...(active ? [] : [unavailable(ruleCode, 'historyMissing')]),
  ...(activeUnknown.length > 0
    ? [unavailable(ruleCode, 'otherDrugUnknown', null, { others: listed(activeUnknown) })]
    : []),
];

/** Values for a text about a pair. `otherCode` names the other medicine in every language; `otherLine` counts from 1; 0 means "in another prescription". */
export const pairParams = ({ medicine, other, otherLine }: Pair) => ({
  drug: medicine.name,
  other: other.name,
  otherCode: other.genericCode,
  otherLine: otherLine === null ? 0 : otherLine + 1,
});
