import { eq } from 'drizzle-orm';
import { patient } from '../db/schema/patient.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** The patient who signs in with a mobile number. */
export const patientAt = (store: Tenanted, mobile: string) => store.first(patient, eq(patient.mobile, mobile));
