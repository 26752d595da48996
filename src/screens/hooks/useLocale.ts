import { useEffect, useMemo, useRef } from 'react';
import { hasText, t, useTranslation } from '../../locales/i18n.ts';
import type { Locale } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';

/** Runs `act` after a change of language, because the platform's answers are localised. */
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

/** The word for a platform code; an unknown code is shown as it is. */
export function codeText(under: string, code: string): string {
  const key = `${under}.${code}`;
  return hasText(key) ? (t as (key: string) => string)(key) : code;
}

/** The user's language and the hospital's time zone. */
export function useLocale(): Locale {
  const { language } = useTranslation();
  const { zone } = useApp();
  // A stable object, because rows of a chat compare it.
  return useMemo(() => ({ language, zone }), [language, zone]);
}
