import { useMemo } from 'react';
import { kindWords, onPaper } from '../../../clinical/facts/kinds.ts';
import { deniesAllergies, leftOut, withRecord } from '../../../clinical/facts/recordAllergies.ts';
import { type BriefFields, summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { entryOf, type FactEntry } from '../../../clinical/facts/summaryShape.ts';
import { allergiesNotRecordedWords, allergyText, inLines } from '../../../clinical/facts/words.ts';
import { useHour } from '../hooks/useTicking.ts';
import { useFactSummary } from './useFactSummary.ts';

/** Facts as pages and paper name them, outside the first load. */
export function usePaperFacts() {
  const { own, entry } = useFactSummary();
  const now = useHour();
  return useMemo(
    () => ({
      kind: (one: FactEntry): string => own(kindWords[one.kind]),
      entry,
      /** The allergies alone, as one text; that nobody asked is said in words. */
      allergies: (patient: BriefFields): string =>
        own(allergyText(summaryOf(patient, now)) ?? allergiesNotRecordedWords),
      /** The same with a line for each allergy. */
      allergyLines: (patient: BriefFields): string =>
        own(allergyText(summaryOf(patient, now), inLines) ?? allergiesNotRecordedWords),
      /** Allergies apart from what this record says, alone and with their sources; null while nobody asked. */
      allergiesOnFile: (patient: BriefFields) => {
        const known = withRecord(summaryOf(patient, now), '');
        const text = allergyText(known);
        return text && { text: own(text), sourced: entry(entryOf(known, 'allergies')) };
      },
      /** The confirmed allergies that a record's text denies, with their sources; null if it denies none. */
      deniedAllergies: (patient: BriefFields, inRecord: string): string | null => {
        const known = entryOf(summaryOf(patient, now), 'allergies');
        const claims = deniesAllergies(inRecord) ? leftOut(inRecord, known.claims) : [];
        return claims.length === 0 ? null : entry({ ...known, claims });
      },
      /** Terms and values of what a page about a patient names. */
      rows: (patient: BriefFields) => {
        const summary = summaryOf(patient, now);
        return onPaper(summary).map((kind) => [own(kindWords[kind]), entry(entryOf(summary, kind))] as const);
      },
    }),
    [own, entry, now],
  );
}
