import { weekNow } from '../../../clinical/patientFacts.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { joined } from '../joined.ts';
import { useLocale } from '../useLocale.ts';

/** The words of statements about a patient, in the reader's language. */
export function useFactWords() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { now$ } = useApp();

  /** A week of pregnancy has passed on since it was stated. */
  function valueText({ value, createTime, endTime }: PatientFact): string {
    switch (value.kind) {
      case 'allergy': {
        const about = [
          value.reaction,
          value.severity === 'unknown' ? '' : t(`record.facts.severity.${value.severity}`),
        ];
        const details = joined('details', about);
        return details === '' ? value.text : `${value.text} (${details})`;
      }
      case 'noKnownAllergy':
        return t('record.facts.noKnownAllergy');
      case 'weight':
        return `${value.kg}\u00a0kg`;
      case 'height':
        return `${value.cm}\u00a0cm`;
      case 'pregnancy': {
        const state = t(`record.facts.answers.${value.state}`);
        const week = value.week === null ? null : weekNow(value.week, createTime, endTime ?? now$.value);
        return week === null ? state : joined('details', [state, t('record.facts.week', { week })]);
      }
      case 'kidney': {
        const measured = [
          value.egfr === null ? '' : `eGFR ${value.egfr}\u00a0ml/min/1.73 m²`,
          value.creatinine === null ? '' : t('record.facts.creatinineValue', { value: value.creatinine }),
        ];
        return joined('details', [t(`record.facts.answers.${value.state}`), ...measured]);
      }
      case 'liver':
        return joined('details', [t(`record.facts.answers.${value.state}`), value.note]);
      case 'lactation':
        return t(`record.facts.answers.${value.state}`);
      case 'smoking':
        return t(`record.facts.smoking.${value.state}`);
      case 'alcohol':
        return t(`record.facts.alcohol.${value.state}`);
      case 'medicine':
        return joined('details', [value.name, value.dose]);
    }
  }

  return {
    valueText,
    /** Who stated it and when: "patient, recorded by Dr Chen, 3 May 2026". */
    originText: ({ origin, by, createTime }: PatientFact) =>
      [
        t(`record.facts.origins.${origin}`),
        by ? t('record.facts.recordedBy', { name: by }) : '',
        dateTimeText(createTime, locale),
      ]
        .filter((one) => one !== '')
        .join(' · '),
  };
}
