import { affirmedIn } from '../../clinical/allergies/affirmedAllergies.ts';
import { type AllergenName, recogniseAllergens } from '../../clinical/allergies/allergenNames.ts';
import type { AllergyTexts } from '../../clinical/allergies/allergyReader.ts';
import { allergyStatements } from '../../clinical/allergies/allergyText.ts';
import { unrecognisedIn } from '../../clinical/allergies/unrecognised.ts';
import { type Claim, entryOf, type PatientSummary } from '../../clinical/facts/summaryShape.ts';
import type { getPatientFacts } from '../../contract/extension/facts.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import type { NameOf } from '../patients/factNames.ts';
import { allergyTextsOf, type ConsultationTexts } from '../patients/knownPatient.ts';
import { patientBrief } from '../patients/wire.ts';
import type { FactRow, PatientRow } from './policy.ts';

export type Facts = ReplyInputOf<typeof getPatientFacts>;

/** When and in which language facts are read, and the names of allergens and codes. */
export type FactReader = {
  readonly at: number;
  readonly language: Language;
  readonly names: readonly AllergenName[];
  readonly nameOf: NameOf;
};

/** What is stored about a patient; `personOf` is what a member of staff is called. */
export type KnownFacts = {
  readonly who: PatientRow;
  readonly rows: readonly FactRow[];
  readonly texts: ConsultationTexts;
  readonly summary: PatientSummary;
  readonly personOf: (id: string | null) => string | null;
};

const placeOf = ({ id, origin }: Claim) =>
  id !== null || origin === 'doctor' || origin === 'patient' || origin === 'intake' ? ('fact' as const) : origin;

/** Allergies in words that no code covers, and written denials that still count, each with what it probably means. */
function writtenOf(claims: readonly Claim[], texts: AllergyTexts, { names, language }: FactReader): Facts['written'] {
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

/** A statement with the names of those who made, confirmed and ended it. */
const factOnWire = (row: FactRow, { personOf }: KnownFacts, { nameOf }: FactReader) => ({
  id: row.id,
  value: row.value,
  name: nameOf(row.value),
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

/** Everything known about a patient, with its history and what was only written. */
export function factsOnWire(known: KnownFacts, reader: FactReader): Facts {
  const { who, rows, texts, summary } = known;
  const shown = rows.map((row) => factOnWire(row, known, reader));
  const { claims } = entryOf(summary, 'allergies');
  return {
    patient: patientBrief(who, summary, reader.at, reader.language),
    current: shown.filter(({ endTime }) => endTime === null),
    ended: shown.filter(({ endTime }) => endTime !== null).toReversed(),
    written: writtenOf(claims, allergyTextsOf(who, texts), reader),
  };
}
