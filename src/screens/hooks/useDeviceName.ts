import type { Device } from '../../../contract/extension/sessions.ts';
import { useTranslation } from '../../locales/i18n.ts';

/** Names a device as its browser describes itself, such as "Chrome 141 on Windows". */
export function useDeviceName() {
  const { t } = useTranslation();
  return ({ browser, system }: Pick<Device, 'browser' | 'system'>): string =>
    browser && system
      ? t('profile.sessions.on', { browser, system })
      : (browser ?? system ?? t('profile.sessions.unknownDevice'));
}
