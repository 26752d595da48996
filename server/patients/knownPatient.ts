import { asc, inArray, isNull } from 'drizzle-orm';
import { ageInMonths } from '../../clinical/age.ts';
import type { AllergyTexts } from '../../clinical/allergyText.ts';
import { type KnownFact, type SummarySettings, summarise } from '../../clinical/facts/summarise.ts';
import type { PatientSummary } from '../../clinical/facts/summary.ts';
import { sexOf } from '../../clinical/sex.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { grouped } from '../db/keyedReader.ts';
import type { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { type patient, patientFact } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { clinicalSettings } from '../tenants/clinicalSettings.ts';
import type { NameOf } from './factNames.ts';

type Patient = typeof patient.$inferSelect;

/** The texts of a consultation that may mention an allergy: its record, and what the patient wrote. */
export type ConsultationTexts = {
  readonly inRecord: string;
  readonly histories: readonly string[];
  readonly complaints: readonly string[];
};

type OrderTexts = Pick<typeof consultOrder.$inferSelect, 'chiefComplaint' | 'symptoms'>;
type RecordTexts = Record<
  keyof Pick<typeof caseInfo.$inferSelect, 'allergyHistory' | 'pastHistory' | 'personalHistory' | 'presentIllness'>,
  string | null
>;

export const consultationTexts = (order: OrderTexts, record: RecordTexts | null): ConsultationTexts => ({
  inRecord: record?.allergyHistory ?? '',
  histories: [record?.pastHistory ?? '', record?.personalHistory ?? ''],
  complaints: [order.chiefComplaint ?? '', order.symptoms ?? '', record?.presentIllness ?? ''],
});

const noTexts: ConsultationTexts = { inRecord: '', histories: [], complaints: [] };

/** All texts about a patient that may mention an allergy. */
export const allergyTextsOf = (
  { allergy, past }: Pick<Patient, 'allergy' | 'past'>,
  { inRecord, histories, complaints }: ConsultationTexts,
): AllergyTexts => ({ onFile: allergy, inRecord, histories: [past, ...histories], complaints });

export type Sources = {
  readonly who: Pick<Patient, 'birthday' | 'gender' | 'allergy' | 'past'>;
  readonly facts: readonly KnownFact[];
  readonly texts: ConsultationTexts;
  readonly settings: SummarySettings;
  readonly nameOf: NameOf;
};

/** When a summary is read, and who names its codes. */
export type Sight = { readonly at: number; readonly nameOf: NameOf };

/** What is known about a patient at a time. */
export const summaryFrom = ({ who, facts, texts, settings, nameOf }: Sources, at: number): PatientSummary =>
  summarise({
    facts,
    texts: allergyTextsOf(who, texts),
    sex: sexOf(who.gender),
    ageMonths: who.birthday === null ? null : ageInMonths(who.birthday, hospitalDay(at)),
    at,
    settings,
    nameOf,
  });

/** The statements about these patients that hold now, in the order in which they were made, by patient. */
export async function readKnownFacts(store: Tenanted, patientIds: readonly string[]) {
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
export async function readSummaries(store: Tenanted, patients: readonly Patient[], { at, nameOf }: Sight) {
  const facts = await readKnownFacts(
    store,
    patients.map(({ id }) => id),
  );
  const settings = await clinicalSettings(store);
  return (who: Patient) => summaryFrom({ who, facts: facts(who.id), texts: noTexts, settings, nameOf }, at);
}

/** What is known about one patient in a consultation. */
export async function readSummary(store: Tenanted, who: Patient, texts: ConsultationTexts, { at, nameOf }: Sight) {
  const facts = await readKnownFacts(store, [who.id]);
  const settings = await clinicalSettings(store);
  return summaryFrom({ who, facts: facts(who.id), texts, settings, nameOf }, at);
}
