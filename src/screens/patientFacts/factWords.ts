import { weekNow } from '../../../clinical/facts/patientFacts.ts';
import type { Claim, PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { placeWords, sourceWords, unconfirmedWords, valueWords } from '../../../clinical/facts/words.ts';
import type { PatientFact, WrittenAllergy } from '../../../contract/extension/facts.ts';
import { useApp } from '../app/app.ts';
import { useFactSummary } from './useFactSummary.ts';

/** A statement as the summary has it; one that the summary leaves out, such as an ended one, speaks for itself. */
function claimOf(fact: PatientFact, summary: PatientSummary): Omit<Claim, 'id' | 'name' | 'value'> {
  const known = summary.flatMap(({ claims }) => claims).find(({ id }) => id === fact.id);
  if (known) return known;
  const { confirmed, origin, by, confirmedBy, confirmTime, createTime } = fact;
  const who = confirmed ? (confirmedBy ?? by) : by;
  const time = confirmed ? (confirmTime ?? createTime) : createTime;
  return { confirmed, origin, by: who ? { en: who, zh: who } : null, time, outdated: false };
}

/** The words of statements about a patient, in the reader's language; those of the summary where it has the statement. */
export function useFactWords(summary: PatientSummary) {
  const { now$ } = useApp();
  const { own, dateOf } = useFactSummary();

  /** A week of pregnancy has passed on since it was stated. */
  function valueText({ value, name, createTime, endTime }: PatientFact): string {
    const until = endTime ?? now$.value;
    const isTimed = value.kind === 'pregnancy' && value.week !== null;
    const shown = isTimed ? { ...value, week: weekNow(value.week ?? 0, createTime, until) } : value;
    return own(valueWords({ value: shown, name: name ?? null }));
  }

  /** Who stands for it and when: "confirmed by Chen Min, 3 May 2026". */
  function originText(fact: PatientFact): string {
    const claim = { ...fact, ...claimOf(fact, summary), name: fact.name ?? null };
    return own(sourceWords(claim, claim.time === null ? null : dateOf(claim.time)));
  }

  return { valueText, originText, unconfirmed: own(unconfirmedWords) };
}

/** Where a written statement is found, in the reader's language. */
export function useWrittenPlace() {
  const { own } = useFactSummary();
  return ({ place }: Pick<WrittenAllergy, 'place'>): string => own(placeWords[place]);
}
