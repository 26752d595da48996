import { daysUntilNextDose } from '../../clinical/doses/regimen.ts';
import { supplyOf } from '../../clinical/doses/supply.ts';
import type { drug } from '../db/schema/drugs.ts';
import { type ClinicalReader, foundFor } from './clinicalQueries.ts';
import { courseOf, packingOf } from './readLines.ts';
import type { StoredLine } from './storedPrescription.ts';

type Medicine = typeof drug.$inferSelect;

const dayMs = 86_400_000;

/** The days for which a line lasts: until the dose after its last would be due, or more when its packs last longer. */
const lastsOf = (line: StoredLine, product: Medicine | null): number =>
  Math.max(daysUntilNextDose(line), (product && supplyOf(courseOf(line), packingOf(product), null)?.lastsDays) ?? 0);

/**
 * The lines that the patient still takes from other prescriptions of this hospital, and those of which nothing is known
 * because they cannot be read.
 */
export async function readRunning(reader: ClinicalReader, patientId: string, exceptId: string | null) {
  const rows = (await reader.taken(patientId)).filter(({ id }) => id !== exceptId);
  const stored = rows.flatMap((row) => row.lines.map((line, index) => ({ line, index, row })));
  const lines = stored.flatMap(({ line, row }) => (line ? [{ line, row, submitTime: row.submitTime ?? 0 }] : []));
  const unreadable = stored.flatMap(({ line, index, row: { prescriptionNo } }) =>
    line ? [] : [{ prescriptionNo, line: index + 1 }],
  );
  const medicines = await foundFor(
    reader.drug,
    lines.map(({ line }) => line.drugId),
  );
  const running = lines
    .map((taken) => ({ ...taken, product: medicines.get(taken.line.drugId) ?? null }))
    .map(({ line, row, submitTime, product }) => ({
      line,
      prescriptionNo: row.prescriptionNo,
      medicine: product,
      daysLeft: Math.ceil((submitTime - reader.at) / dayMs + lastsOf(line, product)),
    }))
    .filter(({ daysLeft }) => daysLeft > 0);
  return { running, unreadable };
}
