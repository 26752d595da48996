import { asc, eq, lt } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription, recountRequest } from '../db/schema/prescriptions.ts';
import { isOneOf } from '../db/textSearch.ts';

/** The prescriptions under review, as a condition of a query. */
export const isPending = eq(prescription.status, PrescriptionStatus.pending);

/** Requests to count findings again, the oldest first. */
export const oldestRequests = (store: HospitalStore, limit: number) =>
  store.db.select().from(recountRequest).where(store.own(recountRequest)).orderBy(asc(recountRequest.id)).limit(limit);

/** The requests that were made before a time. */
export const requestsBefore = (store: HospitalStore, time: number) =>
  store.rows(recountRequest, lt(recountRequest.createTime, time));

/** The prescriptions under review of these patients; with a null among them, of the whole hospital. */
export function pendingOf(store: HospitalStore, patientIds: readonly (string | null)[]) {
  const named = [...new Set(patientIds.filter((id) => id !== null))];
  return store.rows(
    prescription,
    isPending,
    patientIds.includes(null) ? undefined : isOneOf(prescription.patientId, named),
  );
}
