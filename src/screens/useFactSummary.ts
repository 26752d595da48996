import { useMemo } from 'react';
import type { LocalText } from '../../clinical/checks/tables.ts';
import { allergyBadges, otherBadges } from '../../clinical/facts/badges.ts';
import type { FactEntry, PatientSummary } from '../../clinical/facts/summary.ts';
import { entryWords } from '../../clinical/facts/words.ts';
import type { PatientBrief } from '../../contract/shared.ts';
import { useTranslation } from '../locales/i18n.ts';
import { dateText } from '../ui/format.ts';
import { usePatientWords } from './patients.ts';
import { useLocale } from './useLocale.ts';

/** Age in years below which doses depend on body weight. */
const weighedUnder = 14;
const female = 2;
/** Ages in years at which a pregnancy must be asked about before prescribing. */
const isOfChildbearingAge = (years: number) => years >= 10 && years <= 55;

/** The words of a patient's summary in the reader's language: every screen and paper takes them from here. */
export function useFactSummary() {
  const { language } = useTranslation();
  const locale = useLocale();
  const { years } = usePatientWords();
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
      badges: (patient: PatientBrief, summary: PatientSummary) => ({
        allergies: allergyBadges(summary),
        others: otherBadges(
          summary,
          {
            isChild: years(patient) < weighedUnder,
            isFertile: patient.gender === female && isOfChildbearingAge(years(patient)),
          },
          dateOf,
        ),
      }),
    };
  }, [language, locale, years]);
}
