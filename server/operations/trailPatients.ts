import { eq, or } from 'drizzle-orm';
import { isRowId } from '../db/columns.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { isForm } from '../db/textSearch.ts';

const mostPatients = 20;

/** The patients with this name, whatever its accents, case and width, with this mobile number or with this id. */
export const patientsCalled = (store: Tenanted, typed: string) =>
  store.db
    .select()
    .from(patient)
    .where(
      store.own(
        patient,
        or(
          isForm(typed, patient.searchName),
          eq(patient.mobile, typed),
          isRowId(typed) ? eq(patient.id, typed) : undefined,
        ),
      ),
    )
    .limit(mostPatients);
