import { useMemo } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import type { Locale } from '../ui/format.ts';
import { useApp } from './app.ts';

/** The person's language and the hospital's time zone, for dates and numbers. */
export function useLocale(): Locale {
  const { language } = useTranslation();
  const { zone } = useApp();
  // One object as long as both stay: rows of a chat are compared by it.
  return useMemo(() => ({ language, zone }), [language, zone]);
}
