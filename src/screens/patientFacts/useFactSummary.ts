import { useMemo } from 'react';
import { allergyBadges, otherBadges } from '../../../clinical/facts/badges.ts';
import type { FactEntry, PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { entryWords } from '../../../clinical/facts/words.ts';
import type { LocalText } from '../../../clinical/words/localText.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText } from '../../ui/format.ts';
import { useLocale } from '../hooks/useLocale.ts';

/** The words of a patient's summary in the reader's language: every screen and paper takes them from here. */
export function useFactSummary() {
  const { language } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const own = (text: LocalText): string => (language === 'en' ? text.en : text.zh);
    const dateOf = (time: number): LocalText => {
      const day = dateText(time, locale);
      return { en: day, zh: day };
    };
    return {
      own,
      /** The day of a time, in the reader's form. */
      dateOf,
      /** Every value of an entry with who stands for it and when. */
      entry: (entry: FactEntry): string => own(entryWords(entry, dateOf)),
      /** What a banner shows, the allergies first. */
      badges: (summary: PatientSummary) => ({
        allergies: allergyBadges(summary),
        others: otherBadges(summary, dateOf),
      }),
    };
  }, [language, locale]);
}
