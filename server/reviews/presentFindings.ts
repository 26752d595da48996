import { entryOf } from '../../clinical/facts/summaryShape.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type ClinicalReader, createClinicalReader } from '../prescriptions/clinicalQueries.ts';
import type { ComposeNeeds } from '../prescriptions/compose.ts';
import { readToday } from '../prescriptions/knownToday.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { recheck } from '../prescriptions/recheck.ts';
import type { PrescriptionRow, Present } from '../prescriptions/storedPrescription.ts';
import { requestsBefore } from './recountQueries.ts';

/** Facts grow old and days pass without any change that asks for a count: findings are counted again after this time. */
export const recountAfterMs = 10 * 60_000;

/** A change is counted and pushed within this; until then lists may show the count before it. */
const countedWithinMs = 2_000;

/** Checks a prescription under review as it is now; several with one reader share their statements. */
export async function countPresent(reader: ClinicalReader, needs: ComposeNeeds, row: PrescriptionRow) {
  const findings = await recheck(reader, needs, row);
  const today = await readToday(reader, row);
  return { findings, allergies: entryOf(today?.summary ?? [], 'allergies') } satisfies Present;
}

/** The counted findings of a prescription; null if they were never counted or are too old. */
function storedPresent({ present, countedTime }: PrescriptionRow, at: number): Present | null {
  const isOld = countedTime === null || Math.abs(at - countedTime) > 2 * recountAfterMs;
  // The column is written only with a `Present`.
  return isOld ? null : (present as Present | null);
}

/**
 * The findings and allergies of prescriptions under review as they were counted last. Those whose count is late are checked
 * at once. A decided prescription has none: it shows what was signed.
 */
export async function readPresent(
  store: HospitalStore,
  needs: PrescriptionNeeds,
  rows: readonly PrescriptionRow[],
  at: number,
) {
  const open = rows.filter(({ status }) => status === PrescriptionStatus.pending);
  const late = open.length === 0 ? [] : await requestsBefore(store, at - countedWithinMs);
  const asked = new Set(late.map(({ patientId }) => patientId));
  const reader = createClinicalReader(needs, store, at);
  const isAsked = ({ patientId }: PrescriptionRow) => asked.has(null) || asked.has(patientId);
  const present = await Promise.all(
    open.map((row) => (isAsked(row) ? null : storedPresent(row, at)) ?? countPresent(reader, needs, row)),
  );
  const byId = new Map(open.map(({ id }, n) => [id, present[n]]));
  return ({ id }: PrescriptionRow): Present | null => byId.get(id) ?? null;
}
