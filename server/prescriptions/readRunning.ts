import { eq, gt, inArray, ne } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { daysUntilNextDose } from '../../clinical/regimen.ts';
import { supplyOf } from '../../clinical/supply.ts';
import { drug } from '../db/schema/drugs.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { courseOf, packingOf } from './readLines.ts';
import { linesOneByOne, type StoredLine } from './storedPrescription.ts';

type Drug = typeof drug.$inferSelect;

const inUse = [PrescriptionStatus.pending, PrescriptionStatus.approved, PrescriptionStatus.dispensed];
const dayMs = 86_400_000;
const longestCourseMs = 366 * dayMs;

/** The days for which a line lasts: until the dose after its last would be due, or more when its packs last longer. */
const lastsOf = (line: StoredLine, product: Drug | null): number =>
  Math.max(daysUntilNextDose(line), (product && supplyOf(courseOf(line), packingOf(product), null)?.lastsDays) ?? 0);

/**
 * The lines that the patient still takes from other prescriptions of this hospital, and those of which nothing is known
 * because they cannot be read.
 */
export async function readRunning(store: Tenanted, patientId: string, exceptId: string | null, at: number) {
  const rows = await store.rows(
    prescription,
    eq(prescription.patientId, patientId),
    inArray(prescription.status, inUse),
    gt(prescription.submitTime, at - longestCourseMs),
    exceptId === null ? undefined : ne(prescription.id, exceptId),
  );
  const stored = rows.flatMap((row) => linesOneByOne(row).map((line, index) => ({ line, index, row })));
  const lines = stored.flatMap(({ line, row }) => (line ? [{ line, row, submitTime: row.submitTime ?? 0 }] : []));
  const unreadable = stored.flatMap(({ line, index, row: { prescriptionNo } }) =>
    line ? [] : [{ prescriptionNo, line: index + 1 }],
  );
  const drugIds = [...new Set(lines.map(({ line }) => line.drugId))];
  const drugs = drugIds.length === 0 ? [] : await store.rows(drug, inArray(drug.id, drugIds));
  const byId = new Map(drugs.map((row) => [row.id, row]));
  const running = lines
    .map((taken) => ({ ...taken, drug: byId.get(taken.line.drugId) ?? null }))
    .map(({ line, row, submitTime, drug: product }) => ({
      line,
      prescriptionNo: row.prescriptionNo,
      drug: product,
      daysLeft: Math.ceil((submitTime - at) / dayMs + lastsOf(line, product)),
    }))
    .filter(({ daysLeft }) => daysLeft > 0);
  return { running, unreadable };
}

export const readPatient = (store: Tenanted, id: string) => store.first(patient, eq(patient.id, id));
