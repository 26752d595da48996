import { VolumeX } from 'lucide-react';
import { useTranslation } from '../../locales/i18n.ts';
import type { AlertDesk } from '../app.ts';
import { useLive } from '../useLive.ts';

/** Browsers make no sound before a page was used. A click anywhere is enough, so this is a button that only has to be there. */
export function SoundHint({ alerts }: { readonly alerts: AlertDesk }) {
  const { t } = useTranslation();
  const state = useLive(alerts.sound);
  const { sound } = useLive(alerts.settings);
  if (state !== 'blocked' || sound === 'off') return null;
  return (
    <button type="button" className="alerts-hint" aria-label={t('alerts.blocked')} data-tooltip={t('alerts.blocked')}>
      <VolumeX aria-hidden="true" />
      <span>{t('alerts.blocked')}</span>
    </button>
  );
}
