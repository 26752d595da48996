import { useCallback } from 'react';
import { setLanguage, t } from '../../locales/i18n.ts';
import type { Language } from '../../locales/texts.ts';
import { useApp } from '../app/app.ts';

const aDayMs = 24 * 3_600_000;

/** Switches the language; a message offers the reload while its texts cannot be loaded. */
export function useLanguageChange(): (language: Language) => void {
  const { toasts } = useApp();
  return useCallback(
    (language) => {
      let shown: number | null = null;
      const missing = () => {
        const action = { label: t('common.actions.reload'), run: () => window.location.reload() };
        shown = toasts.show({ tone: 'danger', text: t('layout.chunkFailed.text'), action, lastsMs: aDayMs });
      };
      void setLanguage(language, missing).then(() => {
        if (shown !== null) toasts.dismiss(shown);
      });
    },
    [toasts],
  );
}
