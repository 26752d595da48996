import { asc, inArray, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ageInMonths } from '../../clinical/age.ts';
import type { AllergyTexts } from '../../clinical/allergyText.ts';
import { defaultFactDays, type FactDays, factDayBounds } from '../../clinical/facts/ageing.ts';
import { type KnownFact, summarise } from '../../clinical/facts/summarise.ts';
import type { PatientSummary } from '../../clinical/facts/summary.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { grouped } from '../db/keyedReader.ts';
import type { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { type patient, patientFact } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';
import { factName } from './factNames.ts';

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

const Stored = z.catch(z.object({ factDays: z.record(z.string(), z.unknown()) }), { factDays: {} });

/** After how many days facts are outdated in a hospital with these settings; the default of each replaces an invalid one. */
export function factDaysFrom(settings: Record<string, unknown> | undefined): FactDays {
  const { factDays } = Stored.parse(settings?.clinical);
  const decided = Object.entries(factDayBounds).flatMap(([name, [least, most]]) => {
    const days = z.int().check(z.minimum(least), z.maximum(most)).safeParse(factDays[name]);
    return days.success ? [[name, days.data]] : [];
  });
  return { ...defaultFactDays, ...Object.fromEntries(decided) };
}

export type Sources = {
  readonly who: Pick<Patient, 'birthday' | 'allergy' | 'past'>;
  readonly facts: readonly KnownFact[];
  readonly texts: ConsultationTexts;
  readonly days: FactDays;
};

/** What is known about a patient at a time. */
export const summaryFrom = ({ who, facts, texts, days }: Sources, at: number): PatientSummary =>
  summarise({
    facts,
    texts: allergyTextsOf(who, texts),
    ageMonths: who.birthday === null ? null : ageInMonths(who.birthday, hospitalDay(at)),
    at,
    days,
    nameOf: factName,
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
export async function readSummaries(store: Tenanted, patients: readonly Patient[], at: number) {
  const facts = await readKnownFacts(
    store,
    patients.map(({ id }) => id),
  );
  const days = factDaysFrom(await tenantSettings(store));
  return (who: Patient) => summaryFrom({ who, facts: facts(who.id), texts: noTexts, days }, at);
}

/** What is known about one patient in a consultation. */
export async function readSummary(store: Tenanted, who: Patient, texts: ConsultationTexts, at: number) {
  const facts = await readKnownFacts(store, [who.id]);
  const days = factDaysFrom(await tenantSettings(store));
  return summaryFrom({ who, facts: facts(who.id), texts, days }, at);
}
