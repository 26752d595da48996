import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { entryOf } from '../../../clinical/facts/summaryShape.ts';
import { allergiesNotRecordedWords } from '../../../clinical/facts/words.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dotted } from '../app/joined.ts';
import { useNow } from '../hooks/useTicking.ts';
import { FactRow } from './FactList.tsx';
import { useFactWords } from './factWords.ts';
import { useFactSummary } from './useFactSummary.ts';
import type { Facts } from './useFacts.ts';

type Stored = Extract<Facts['query'], { state: 'ready' }>['data'];

type PartProps = { readonly stored: Stored; readonly facts: Facts };
/** What can harm most comes first. */
const kindsInOrder: readonly FactValue['kind'][] = [
  ...(['allergy', 'noKnownAllergy', 'medicine', 'pregnancy', 'lactation'] as const),
  ...(['contraception', 'kidney', 'liver'] as const),
  ...(['weight', 'height', 'smoking', 'alcohol'] as const),
];
const inOrder = (a: PatientFact, b: PatientFact) =>
  kindsInOrder.indexOf(a.value.kind) - kindsInOrder.indexOf(b.value.kind);

/** That nobody asked about allergies, in the words of every other surface; null once anybody said anything. */
export function useAllergiesUnknown(patient: PatientBrief): string | null {
  const { own } = useFactSummary();
  const { claims } = entryOf(summaryOf(patient, useNow()), 'allergies');
  return claims.length === 0 ? own(allergiesNotRecordedWords) : null;
}

/** What is recorded now, each with who stands for it; that nobody asked about allergies has its row as well. */
export function CurrentFacts({ stored, facts }: PartProps) {
  const { t } = useTranslation();
  const isAsked = stored.current.some(({ value }) => value.kind === 'allergy' || value.kind === 'noKnownAllergy');
  const allergiesUnknown = useAllergiesUnknown(stored.patient);
  // The quoted denial has the same button.
  const isOffered = stored.written.some(({ denied }) => denied);
  return (
    <>
      {stored.current.length === 0 ? <p className="facts-none">{t('record.facts.none')}</p> : null}
      {stored.current.length === 0 && allergiesUnknown === null ? null : (
        <ul className="facts-list" aria-label={t('record.facts.current')}>
          {allergiesUnknown === null ? null : (
            <li className="facts-row" data-kind="noKnownAllergy">
              <span className="facts-kind">{t('record.facts.kinds.noKnownAllergy')}</span>
              <span className="facts-value">
                <Badge tone="warning">{allergiesUnknown}</Badge>
              </span>
            </li>
          )}
          {stored.current.toSorted(inOrder).map((fact) => (
            <FactRow key={fact.id} fact={fact} summary={stored.patient.facts ?? []} facts={facts} />
          ))}
        </ul>
      )}
      {isAsked || isOffered ? null : (
        <Button
          size="sm"
          className="facts-deny"
          look="outline"
          tone="neutral"
          disabled={facts.busy}
          onClick={() => void facts.save([{ op: 'add', origin: 'patient', value: { kind: 'noKnownAllergy' } }])}
        >
          {t('record.facts.confirmNone')}
        </Button>
      )}
    </>
  );
}

/** Statements that were replaced or withdrawn. */
export function EndedFacts({ stored }: { readonly stored: Stored }) {
  const { t } = useTranslation();
  const { valueText, originText } = useFactWords(stored.patient.facts ?? []);
  if (stored.ended.length === 0) return null;
  return (
    <details className="facts-ended">
      <summary>{t('record.facts.history', { count: stored.ended.length })}</summary>
      <ul className="facts-list">
        {stored.ended.map((fact) => (
          <li key={fact.id} className="facts-row">
            <span className="facts-kind">{t(`record.facts.kinds.${fact.value.kind}`)}</span>
            <span className="facts-value">
              <span>{valueText(fact)}</span>
              <small>{dotted(originText(fact), fact.endReason ?? t('record.facts.replaced'), fact.endedBy)}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
