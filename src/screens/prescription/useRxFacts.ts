import { onPaper } from '../../../clinical/facts/kinds.ts';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import {
  entryOf,
  type FactEntry,
  type PatientSummary,
  type SummaryKind,
} from '../../../clinical/facts/summaryShape.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useNow } from '../hooks/useTicking.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';

export type FactRow = { readonly kind: SummaryKind; readonly term: string; readonly text: string };

/** What an entry states, without who said it and by which name it is shown. */
const valuesOf = ({ claims }: FactEntry) => JSON.stringify(claims.map(({ value }) => value));

/**
 * The patient's facts on a prescription, the same on screen and paper: those that were signed, and what became known
 * since. A draft, which nobody signed, has those of today.
 */
export function useRxFacts() {
  const { t } = useTranslation();
  const words = usePaperFacts();
  const at = useNow();
  return ({
    patient,
    facts,
    status,
    submitTime,
  }: Pick<Rx, 'patient' | 'facts' | 'status' | 'submitTime'>): FactRow[] => {
    const isDraft = status === PrescriptionStatus.draft;
    const signed: PatientSummary = isDraft && facts ? facts : summaryOf(patient, submitTime ?? at);
    const today: PatientSummary = facts ?? signed;
    const kinds = onPaper(signed).concat(onPaper(today).filter((kind) => !onPaper(signed).includes(kind)));
    return kinds.map((kind) => {
      const [then, now] = [entryOf(signed, kind), entryOf(today, kind)];
      const text = words.entry(then);
      const isSame = valuesOf(then) === valuesOf(now);
      return {
        kind,
        term: words.kind(then),
        text: isSame ? text : t('prescription.paper.knownSince', { signed: text, today: words.entry(now) }),
      };
    });
  };
}
