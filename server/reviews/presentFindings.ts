import { subjectOf } from '../../clinical/checks/reasons.ts';
import { entryOf, type FactEntry } from '../../clinical/facts/summary.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { StaffContext } from '../accounts/caller.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { createClinicalReader } from '../prescriptions/clinicalReader.ts';
import { readToday } from '../prescriptions/knownToday.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { recheck } from '../prescriptions/recheck.ts';
import { type Finding, findingsOf, type PrescriptionRow } from '../prescriptions/storedPrescription.ts';

const keptRows = 2_000;
/** A fact that grows old or a medicine that is retired meanwhile counts after this time at the latest. */
const keptMs = 60_000;

const keyOf = (finding: Finding) =>
  [finding.ruleCode, finding.level, finding.lineIndex ?? '', subjectOf(finding) ?? ''].join(' ');

/** The findings that the submission did not have. */
export function newSince(row: PrescriptionRow, findings: readonly Finding[]): ReadonlySet<Finding> {
  const before = new Set(findingsOf(row).map(keyOf));
  return new Set(findings.filter((finding) => !before.has(keyOf(finding))));
}

/** `allergies` is null for a prescription that is not under review: it shows what was signed. */
type Present = { readonly findings: Finding[]; readonly allergies: FactEntry | null };

/**
 * The findings and allergies of prescriptions under review as they are now, and the findings of decided ones as they were
 * at the submission. A row is read again after every change of it, of the patient's facts and other prescriptions, and of
 * the hospital's rules, all of which change its `updateTime`.
 */
export function createPresentFindings(needs: PrescriptionNeeds) {
  const kept = new Map<string, { key: string; at: number; present: Present }>();
  return async (store: Tenanted, row: PrescriptionRow, context: StaffContext): Promise<Present> => {
    if (row.status !== PrescriptionStatus.pending) return { findings: findingsOf(row), allergies: null };
    const { at } = context;
    const [place, key] = [`${store.tenantId}/${row.id}`, `${row.version}/${row.updateTime}`];
    const known = kept.get(place);
    if (known?.key === key && Math.abs(at - known.at) < keptMs) return known.present;
    const reader = createClinicalReader(needs, store, at);
    const findings = await recheck(reader, needs, row, context);
    const today = await readToday(reader, row);
    const present = { findings, allergies: today && entryOf(today.summary, 'allergies') };
    kept.delete(place);
    kept.set(place, { key, at, present });
    const [oldest] = kept.keys();
    if (kept.size > keptRows && oldest !== undefined) kept.delete(oldest);
    return present;
  };
}
