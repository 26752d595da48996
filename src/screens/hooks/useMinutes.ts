import { useTranslation } from '../../locales/i18n.ts';

/** Formats a duration in whole minutes, from ten hours on in whole hours. */
export function useMinutes(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return t('workspace.wait.underMinute');
    if (minutes < 60) return t('workspace.wait.minutes', { count: minutes });
    if (minutes >= 600 || minutes % 60 === 0) return t('workspace.wait.manyHours', { count: Math.floor(minutes / 60) });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}
