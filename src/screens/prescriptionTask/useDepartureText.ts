import { doerName } from '../../domain/doerName.ts';
import type { Departure } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { timeText } from '../../ui/format.ts';
import { useLocale } from '../useLocale.ts';

/** Why a row is no longer to be reviewed, by whom and when. */
export function useDepartureText(): (left: Departure) => string {
  const { t } = useTranslation();
  const where = useLocale();
  return ({ why, by, at }) => {
    const what = t(`audit.left.${why}`);
    if (at === null) return what;
    const time = timeText(at, where);
    if (by === null) return t('audit.left.at', { what, time });
    return t('audit.left.by', { what, name: doerName(by, where.language), time });
  };
}
