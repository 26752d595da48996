import { asc, eq } from 'drizzle-orm';
import type { Language } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { caseInfo } from '../db/schema/orders.ts';
import { patientFact } from '../db/schema/patients.ts';
import { consultationTexts } from '../patients/knownPatient.ts';
import { readSummary } from '../patients/queries.ts';
import type { FactRow, OrderRow, PatientRow } from './policy.ts';
import type { FactReader, KnownFacts } from './wire.ts';

/** All statements about a patient in the order in which they were made, ended ones too. */
const statementsOf = (store: HospitalStore, patientId: string): Promise<FactRow[]> =>
  store.db
    .select()
    .from(patientFact)
    .where(store.own(patientFact, eq(patientFact.patientId, patientId)))
    .orderBy(asc(patientFact.id));

/** What the staff in these rows are called, in the reader's language. */
async function namesOf(store: HospitalStore, rows: readonly FactRow[], language: Language) {
  const ids = rows.flatMap(({ staffId, confirmedBy, endedBy }) => [staffId, confirmedBy, endedBy]);
  const person = await loadPeople(store, ids, language);
  return (id: string | null) => (id === null ? null : person(id).name || null);
}

/** What is known about the patient of an order. */
export async function knownFacts(
  store: HospitalStore,
  { order, who }: { order: OrderRow; who: PatientRow },
  reader: FactReader,
): Promise<KnownFacts> {
  const rows = await statementsOf(store, who.id);
  const personOf = await namesOf(store, rows, reader.language);
  const record = await store.first(caseInfo, eq(caseInfo.orderId, order.id));
  const texts = consultationTexts(order, record);
  return { who, rows, texts, personOf, summary: await readSummary(store, who, texts, reader) };
}
