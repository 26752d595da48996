import { asc, eq, inArray } from 'drizzle-orm';
import { affirmedIn } from '../../clinical/affirmedAllergies.ts';
import { type AllergenName, recogniseAllergens } from '../../clinical/allergenNames.ts';
import { type AllergyTexts, allergyStatements } from '../../clinical/allergyText.ts';
import { type Claim, entryOf } from '../../clinical/facts/summary.ts';
import { unrecognisedIn } from '../../clinical/unrecognised.ts';
import { Code } from '../../contract/envelope.ts';
import type { getPatientFacts } from '../../contract/extension/facts.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { caseInfo, type consultOrder } from '../db/schema/orders.ts';
import { patient, patientFact } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { findReadableOrder } from '../orders/orderAccess.ts';
import type { NameOf } from '../patients/factNames.ts';
import { allergyTextsOf, consultationTexts, readSummary } from '../patients/knownPatient.ts';
import { patientBrief } from '../patients/patientBrief.ts';
import type { Allergens } from './allergenNames.ts';

type FactRow = typeof patientFact.$inferSelect;
type Patient = typeof patient.$inferSelect;
export type Facts = ReplyInputOf<typeof getPatientFacts>;

const placeOf = ({ id, origin }: Claim) =>
  id !== null || origin === 'doctor' || origin === 'patient' || origin === 'intake' ? ('fact' as const) : origin;

/** Allergies in words that no code covers, and written denials that still count, each with what it probably means. */
function writtenOf(
  claims: readonly Claim[],
  texts: AllergyTexts,
  { names, language }: Pick<Reader, 'names' | 'language'>,
) {
  const readingOf = (text: string) => {
    const affirmed = affirmedIn(text, names);
    const found = recogniseAllergens(affirmed, names);
    const offers = found.map(({ code, label, said }) => ({
      code,
      said,
      name: language === 'en' ? label.en : label.zh,
    }));
    return { offers, rest: found.length === 0 ? null : unrecognisedIn(affirmed, found) };
  };
  const denials = allergyStatements(texts).filter(
    ({ denied, place }) =>
      denied &&
      claims.some(({ id, value, origin }) => id === null && value.kind === 'noKnownAllergy' && origin === place),
  );
  const uncoded = claims.flatMap((claim) =>
    claim.value.kind === 'allergy' && claim.value.code === null
      ? [{ text: claim.value.text, place: placeOf(claim), denied: false, ...readingOf(claim.value.text) }]
      : [],
  );
  return [...uncoded, ...denials.map((one) => ({ ...one, offers: [], rest: null }))];
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

type Reader = { language: Language; at: number; names: readonly AllergenName[]; nameOf: NameOf };

/** Everything known about a patient, with its history and what was only written. */
export async function readFacts(
  store: Tenanted,
  order: typeof consultOrder.$inferSelect,
  who: Patient,
  reader: Reader,
): Promise<Facts> {
  const rows = await store.db
    .select()
    .from(patientFact)
    .where(store.own(patientFact, eq(patientFact.patientId, who.id)))
    .orderBy(asc(patientFact.id));
  const { language, at } = reader;
  const personOf = await namesOf(store, rows, language);
  const onWire = (row: FactRow) => ({
    id: row.id,
    value: row.value,
    name: reader.nameOf(row.value),
    confirmed: row.confirmed,
    origin: row.origin,
    by: personOf(row.staffId),
    orderId: row.orderId,
    createTime: row.createTime,
    confirmedBy: personOf(row.confirmedBy),
    confirmTime: row.confirmTime,
    endTime: row.endTime,
    endedBy: personOf(row.endedBy),
    endReason: row.endReason,
  });
  const current = rows.filter(({ endTime }) => endTime === null);
  const record = await store.first(caseInfo, eq(caseInfo.orderId, order.id));
  const texts = consultationTexts(order, record);
  const summary = await readSummary(store, who, texts, reader);
  const { claims } = entryOf(summary, 'allergies');
  return {
    patient: patientBrief(who, summary, at, language),
    current: current.map(onWire),
    ended: rows
      .filter(({ endTime }) => endTime !== null)
      .map(onWire)
      .toReversed(),
    written: writtenOf(claims, allergyTextsOf(who, texts), reader),
  };
}

export type FactNeeds = { nameOf: NameOf; allergens: Allergens };

/** What is known about the patient of an order, for those who may read the order. */
export const findFacts =
  ({ nameOf, allergens }: FactNeeds) =>
  async (
    { orderId }: RequestOf<typeof getPatientFacts>,
    { by, at, store, language }: CallContext,
  ): Promise<Outcome<Facts>> => {
    const order = await findReadableOrder(store, by, { id: orderId }, at);
    const who = order && (await store.first(patient, eq(patient.id, order.patientId)));
    if (!order || !who) return refused(Code.notFound);
    return done(await readFacts(store, order, who, { language, at, nameOf, names: await allergens.namesFor(store) }));
  };
