import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateText } from '../../ui/format.ts';
import { useLocale } from '../useLocale.ts';
import { useNow } from '../useTicking.ts';
import { isInForce, type Kept, newestOf } from './qualificationFields.ts';

type Props = {
  readonly kept: Kept;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before certificates are handed in again: says what it means for prescribing, and what it replaces. */
export function HandInAgain({ kept, ...rest }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const newest = newestOf(kept);
  return (
    <ConfirmDialog
      {...rest}
      title={t('profile.qualification.again.title')}
      confirmLabel={t('profile.qualification.handInAgain')}
      cancelLabel={t('common.actions.cancel')}
      closeLabel={t('common.actions.close')}
    >
      <p>{t(`profile.qualification.again.${isInForce(kept, now) ? 'inForce' : 'notInForce'}`)}</p>
      {newest?.auditStatus === 0 ? (
        <p>{t('profile.qualification.again.replaces', { date: dateText(newest.updateTime, locale) })}</p>
      ) : null}
    </ConfirmDialog>
  );
}
