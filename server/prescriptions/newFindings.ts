import { subjectOf } from '../../clinical/checks/reasons.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { type Finding, findingsOf, type PrescriptionRow, type Present } from './storedPrescription.ts';

const keyOf = (finding: Finding) =>
  [finding.ruleCode, finding.level, finding.lineIndex ?? '', subjectOf(finding) ?? ''].join(' ');

/** The findings that the submission did not have. */
export function newSince(row: PrescriptionRow, findings: readonly Finding[]): ReadonlySet<Finding> {
  const before = new Set(findingsOf(row).map(keyOf));
  return new Set(findings.filter((finding) => !before.has(keyOf(finding))));
}

/** The counted warnings and refusals of a waiting prescription that its submission did not have; null for any other. */
export function newFindingsOf(row: PrescriptionRow): Finding[] | null {
  if (row.status !== PrescriptionStatus.pending) return null;
  // The column is written only with a `Present`.
  const present = row.present as Present | null;
  return [...newSince(row, present?.findings ?? [])].filter(({ level }) => level !== 'info');
}
