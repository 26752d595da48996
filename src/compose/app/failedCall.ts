import { t } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import type { FailedCall } from '../../services/api.ts';
import type { NewToast } from '../../ui/Toasts.tsx';

/** What a call does, in words; null while its texts are not loaded. */
function actionOf(name: string): string | null {
  for (const key of [`errors.calls.${name}`, `calls.${name}`]) {
    // A text that is missing is answered with its key.
    const text = t(key as Extract<TextKey, `calls.${string}`>);
    if (text !== key) return text;
  }
  return null;
}

/**
 * The toast about a failed call: what was to be done, and why it failed. Reads that fail together for one reason, as when
 * a connection breaks, give one toast. Each write has its own toast, which also replaces those of reads that fail next.
 */
export function failedCallToast({ name, reason, isRead, text: ownText }: FailedCall): NewToast {
  const action = actionOf(name);
  const text = ownText ?? (action === null ? reason : t('errors.failed', { action, reason }));
  return { tone: 'danger', text, sameAs: isRead && ownText === null ? reason : text, covers: reason };
}
