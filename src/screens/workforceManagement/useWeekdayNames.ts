import { useMemo } from 'react';
import { weekdays } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';

/** The days' names in the person's language, by number from 1 for Monday. */
export function useWeekdayNames(): Readonly<Record<number, string>> {
  const { language } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    // 5 January 2026 was a Monday.
    return Object.fromEntries(weekdays.map((day) => [day, format.format(Date.UTC(2026, 0, 4 + day))]));
  }, [language]);
}
