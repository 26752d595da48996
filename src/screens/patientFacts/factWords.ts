import { valueWords } from '../../../clinical/facts/words.ts';
import { weekNow } from '../../../clinical/patientFacts.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useFactSummary } from '../useFactSummary.ts';
import { useLocale } from '../useLocale.ts';

/** The words of statements about a patient, in the reader's language. */
export function useFactWords() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { now$ } = useApp();
  const { own } = useFactSummary();

  /** A week of pregnancy has passed on since it was stated. */
  function valueText({ value, name, createTime, endTime }: PatientFact): string {
    const until = endTime ?? now$.value;
    const isTimed = value.kind === 'pregnancy' && value.week !== null;
    const shown = isTimed ? { ...value, week: weekNow(value.week ?? 0, createTime, until) } : value;
    return own(valueWords({ value: shown, name: name ?? null }));
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
