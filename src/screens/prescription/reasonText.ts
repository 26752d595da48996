import type { Override } from '../../../contract/http/prescription.ts';
import type { useTranslation } from '../../locales/i18n.ts';

type Given = Pick<Override, 'reason' | 'change'>;

/** A doctor's reason, after what becomes of the earlier medicine where that was asked; null without a reason. */
export function reasonText(given: Given | undefined, t: ReturnType<typeof useTranslation>['t']): string | null {
  if (!given) return null;
  const { change, reason } = given;
  return change ? t('prescription.change.withReason', { change: t(`prescription.change.${change}`), reason }) : reason;
}
