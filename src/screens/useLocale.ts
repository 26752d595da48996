import { useEffect, useMemo, useRef } from 'react';
import { hasText, t, useTranslation } from '../locales/i18n.ts';
import type { Locale } from '../ui/format.ts';
import { useApp } from './app.ts';

/** Runs `act` each time another language has been chosen: what the platform answered names things in the old one. */
export function useLanguageChange(act: () => void): void {
  const { language } = useTranslation();
  const before = useRef(language);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (before.current === language) return;
    before.current = language;
    latest.current();
  }, [language]);
}

/** What the platform names by a code, in words; a code that this version does not know is shown as it is. */
export function worded(under: string, code: string): string {
  const key = `${under}.${code}`;
  return hasText(key) ? (t as (key: string) => string)(key) : code;
}

/** The person's language and the hospital's time zone, for dates and numbers. */
export function useLocale(): Locale {
  const { language } = useTranslation();
  const { zone } = useApp();
  // One object as long as both stay: rows of a chat are compared by it.
  return useMemo(() => ({ language, zone }), [language, zone]);
}
