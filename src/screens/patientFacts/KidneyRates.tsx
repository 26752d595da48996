import { isChild } from '../../../clinical/checks/kidneyMeasures.ts';
import { kidneyRatesOf, rateWords } from '../../../clinical/facts/kidneyRates.ts';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { claimsOf, entryOf } from '../../../clinical/facts/summaryShape.ts';
import { outdatedWords } from '../../../clinical/facts/words.ts';
import { sexOf } from '../../../clinical/patient/sex.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useNow } from '../hooks/useTicking.ts';
import { usePatientWords } from './patients.ts';
import { useFactSummary } from './useFactSummary.ts';

/** The kidney function by which the checks judge doses: derived from the recorded creatinine, with formula and date. */
export function KidneyRates({ patient }: { readonly patient: PatientBrief }) {
  const { t } = useTranslation();
  const { years } = usePatientWords();
  const { own, dateOf } = useFactSummary();
  const who = { ageMonths: years(patient) * 12, sex: sexOf(patient.gender) };
  const summary = summaryOf(patient, useNow());
  const rates = kidneyRatesOf(summary, who);
  const hasCreatinine = claimsOf(entryOf(summary, 'kidney'), 'kidney').some(({ value }) => value.creatinine !== null);
  if (hasCreatinine && who.sex === 'unknown' && !isChild(who))
    return <p className="facts-none">{t('record.facts.sexMissing')}</p>;
  if (rates.length === 0) return null;
  return (
    <ul className="facts-list" aria-label={t('record.facts.derived')}>
      {rates.map((rate) => {
        const { name, value, source } = rateWords(rate, rate.time === null ? null : dateOf(rate.time));
        return (
          <li key={rate.formula} className="facts-row" data-kind="kidneyRate">
            <span className="facts-kind">{own(name)}</span>
            <span className="facts-value">
              <span>{own(value)}</span>
              {rate.outdated ? <Badge tone="warning">{own(outdatedWords)}</Badge> : null}
              <small>{own(source)}</small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
