import { asc, eq, inArray } from 'drizzle-orm';
import { type AllergenName, recogniseAllergens } from '../../clinical/allergenNames.ts';
import { affirmedIn, allergyStatements } from '../../clinical/allergyText.ts';
import { summariseFacts } from '../../clinical/patientFacts.ts';
import type { getPatientFacts } from '../../contract/extension/facts.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { caseInfo, type consultOrder } from '../db/schema/orders.ts';
import { type patient, patientFact } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { knownFrom } from '../patients/currentFacts.ts';
import { patientBrief } from '../patients/patientBrief.ts';

type FactRow = typeof patientFact.$inferSelect;
type Patient = typeof patient.$inferSelect;
type Facts = ReplyInputOf<typeof getPatientFacts>;

type Texts = { allergy: string; other: string[]; complaints: string[] };

/** The free texts of a consultation that may mention an allergy: its record, and what the patient wrote. */
export async function textsOf(store: Tenanted, order: typeof consultOrder.$inferSelect): Promise<Texts> {
  const record = await store.first(caseInfo, eq(caseInfo.orderId, order.id));
  return {
    allergy: record?.allergyHistory ?? '',
    other: [record?.pastHistory ?? '', record?.personalHistory ?? ''],
    complaints: [order.chiefComplaint ?? '', order.symptoms ?? '', record?.presentIllness ?? ''],
  };
}

/** Written statements that no confirmed allergy covers, each with the allergens that it probably means. */
function writtenOf(who: Patient, rows: readonly FactRow[], texts: Texts, { names, language, at }: Reader) {
  const { codedTexts, uncodedAllergies } = summariseFacts(knownFrom(rows), at);
  const coded = new Set(codedTexts);
  const offersFor = (text: string) =>
    recogniseAllergens(affirmedIn(text), names).map(({ code, label, said }) => ({
      code,
      said,
      name: language === 'en' ? label.en : label.zh,
    }));
  const statements = allergyStatements({
    onFile: who.allergy,
    inRecord: texts.allergy,
    histories: [who.past, ...texts.other],
    complaints: texts.complaints,
  });
  const stated = uncodedAllergies.map((text) => ({ text, place: 'fact' as const, denied: false }));
  return [...stated, ...statements]
    .filter(({ text }, at, all) => !coded.has(text) && all.findIndex((one) => one.text === text) === at)
    .map((one) => ({ ...one, offers: one.denied ? [] : offersFor(one.text) }));
}

/** The names of the staff in these rows, in the reader's language. */
async function namesOf(store: Tenanted, rows: readonly FactRow[], language: Language) {
  const ids = [
    ...new Set(rows.flatMap((row) => [row.staffId, row.confirmedBy, row.endedBy].filter((id) => id !== null))),
  ];
  const people = ids.length === 0 ? [] : await store.rows(staff, inArray(staff.id, ids));
  const byId = new Map(people.map(({ id, name, nameEn }) => [id, language === 'en' && nameEn ? nameEn : name]));
  return (id: string | null) => (id === null ? null : (byId.get(id) ?? null));
}

type Reader = { language: Language; at: number; names: readonly AllergenName[] };

/** Everything known about a patient, with its history and what was only written. */
export async function readFacts(
  store: Tenanted,
  order: typeof consultOrder.$inferSelect,
  who: Patient,
  { language, at, names }: Reader,
): Promise<Facts> {
  const rows = await store.db
    .select()
    .from(patientFact)
    .where(store.own(patientFact, eq(patientFact.patientId, who.id)))
    .orderBy(asc(patientFact.id));
  const nameOf = await namesOf(store, rows, language);
  const onWire = (row: FactRow) => ({
    id: row.id,
    value: row.value,
    confirmed: row.confirmed,
    origin: row.origin,
    by: nameOf(row.staffId),
    orderId: row.orderId,
    createTime: row.createTime,
    confirmedBy: nameOf(row.confirmedBy),
    endTime: row.endTime,
    endedBy: nameOf(row.endedBy),
    endReason: row.endReason,
  });
  const current = rows.filter(({ endTime }) => endTime === null);
  return {
    patient: patientBrief(who, at, language),
    current: current.map(onWire),
    ended: rows
      .filter(({ endTime }) => endTime !== null)
      .map(onWire)
      .toReversed(),
    written: writtenOf(who, current, await textsOf(store, order), { names, language, at }),
  };
}
