import { useTranslation } from '../locales/i18n.ts';
import type { Locale } from '../ui/format.ts';
import { useApp } from './app.ts';

/** The person's language and the hospital's time zone, for dates and numbers. */
export function useLocale(): Locale {
  const { language } = useTranslation();
  return { language, zone: useApp().zone };
}
