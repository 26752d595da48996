import type { ListedHospital } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { dateText } from '../../../ui/format.ts';
import { useLocale } from '../../hooks/useLocale.ts';

const tones = { open: 'success', disabled: 'neutral', expired: 'warning' } as const;

/** Whether people can log in at a hospital, and why not. */
export function StateBadge({ state }: Pick<ListedHospital, 'state'>) {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`hospitals.states.${state}`)}</Badge>;
}

/** The last day of a licence in words. */
export function useLicenceText() {
  const { t } = useTranslation();
  const where = useLocale();
  return (expireTime: number | null) => (expireTime === null ? t('hospital.unlimited') : dateText(expireTime, where));
}
