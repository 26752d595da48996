import { typedNumber } from '../../../clinical/doses/typedNumber.ts';
import { useTranslation } from '../../locales/i18n.ts';

/** Formats a whole number of minutes exactly, such as 45 min, 1 h 30 min or 48 h. */
export function useLength(): (minutes: number) => string {
  const { t } = useTranslation();
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours === 0) return t('workspace.wait.minutes', { count: minutes });
    return rest === 0
      ? t('workspace.wait.manyHours', { count: hours })
      : t('workspace.wait.hours', { hours, minutes: rest });
  };
}

/** Says beside a field for minutes what a number of an hour or more means; empty for everything else. */
export function useLengthHint(): (typed: string) => string {
  const { t } = useTranslation();
  const length = useLength();
  return (typed) => {
    const minutes = typedNumber(typed, { whole: true }) ?? 0;
    return minutes < 60 ? '' : t('settings.services.length', { time: length(minutes) });
  };
}
