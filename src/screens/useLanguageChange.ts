import { useEffect, useRef } from 'react';
import { useTranslation } from '../locales/i18n.ts';

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
