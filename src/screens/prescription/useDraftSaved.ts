import { useEffect } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { useApp } from '../app.ts';

/** Says whether a draft that was to be kept on the platform is there now. */
export function useDraftSaved(prescription: PrescriptionActor): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  useEffect(() => {
    let before = prescription.getSnapshot();
    const subscription = prescription.subscribe((now) => {
      const ended = before.matches('savingDraft') && now.matches('drafting');
      const stored = now.context.latest !== before.context.latest;
      before = now;
      if (!ended || now.context.message !== null) return;
      toasts.show(
        stored
          ? { tone: 'success', text: t('prescription.draftSaved') }
          : { tone: 'danger', text: t('prescription.draftNotSaved') },
      );
    });
    return () => subscription.unsubscribe();
  }, [prescription, toasts, t]);
}
