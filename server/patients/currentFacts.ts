import { eq, isNull } from 'drizzle-orm';
import { patientFact } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';

type FactRow = typeof patientFact.$inferSelect;

/** The statements about a patient that hold now, in the order in which they were made. */
export const currentFacts = async (store: Tenanted, patientId: string): Promise<readonly FactRow[]> =>
  (await store.rows(patientFact, eq(patientFact.patientId, patientId), isNull(patientFact.endTime))).toSorted(
    (a, b) => Number(a.id) - Number(b.id),
  );
