import { asc, eq, inArray, isNull } from 'drizzle-orm';
import type { KnownFact } from '../../clinical/facts/summaryOfStored.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { grouped } from '../db/keyedReader.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient, patientFact } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import { type ConsultationTexts, noTexts, type Sight, summaryFrom } from './knownPatient.ts';

type Patient = typeof patient.$inferSelect;
type FactRow = typeof patientFact.$inferSelect;

/** The hospital's patient with this id; null if there is none. */
export const findPatient = (store: HospitalStore, id: string): Promise<Patient | null> =>
  store.first(patient, eq(patient.id, id));

/** A consultation order of one of the hospital's patients by its id; null if there is none. */
export const findOrder = (store: HospitalStore, id: string): Promise<typeof consultOrder.$inferSelect | null> =>
  store.first(consultOrder, eq(consultOrder.id, id));

/** The statements about a patient that hold now, in the order in which they were made. */
export const currentFacts = async (store: HospitalStore, patientId: string): Promise<readonly FactRow[]> =>
  (await store.rows(patientFact, eq(patientFact.patientId, patientId), isNull(patientFact.endTime))).toSorted(
    (a, b) => Number(a.id) - Number(b.id),
  );

/** The statements about these patients that hold now, in the order in which they were made, by patient. */
export async function readKnownFacts(store: HospitalStore, patientIds: readonly string[]) {
  const { id, patientId, value, confirmed, origin, createTime, confirmTime, confirmedBy, staffId } = patientFact;
  const ids = [...new Set(patientIds)];
  const rows =
    ids.length === 0
      ? []
      : await store.db
          .select({
            ...{ id, patientId, value, confirmed, origin, createTime, confirmTime, confirmedBy, staffId },
          })
          .from(patientFact)
          .where(store.own(patientFact, inArray(patientId, ids), isNull(patientFact.endTime)))
          .orderBy(asc(id));
  const staffIds = [...new Set(rows.flatMap((row) => row.confirmedBy ?? row.staffId ?? []))];
  const people = staffIds.length === 0 ? [] : await store.rows(staff, inArray(staff.id, staffIds));
  const names = new Map(people.map(({ id, name, nameEn }) => [id, { zh: name, en: nameEn || name }]));
  const factsOf = grouped(rows, ({ patientId }) => patientId);
  return (patientId: string): KnownFact[] =>
    factsOf(patientId).map(({ patientId: _, confirmedBy, staffId, ...row }) => ({
      ...row,
      by: names.get(confirmedBy ?? staffId ?? '') ?? null,
    }));
}

/** What is known about these patients, apart from the texts of a consultation. */
export async function readSummaries(store: HospitalStore, patients: readonly Patient[], { at, nameOf }: Sight) {
  const facts = await readKnownFacts(
    store,
    patients.map(({ id }) => id),
  );
  const settings = await clinicalSettings(store);
  return (who: Patient) => summaryFrom({ who, facts: facts(who.id), texts: noTexts, settings, nameOf }, at);
}

/** What is known about one patient in a consultation. */
export async function readSummary(store: HospitalStore, who: Patient, texts: ConsultationTexts, { at, nameOf }: Sight) {
  const facts = await readKnownFacts(store, [who.id]);
  const settings = await clinicalSettings(store);
  return summaryFrom({ who, facts: facts(who.id), texts, settings, nameOf }, at);
}
