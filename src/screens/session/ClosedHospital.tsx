import { Building2 } from 'lucide-react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from '../layout/NoticePage.tsx';

type Props = { readonly why: 'unknown' | 'disabled' | 'expired'; readonly onRetry: () => void };

/** Why nobody can log in at this address, and whom to ask. */
export function ClosedHospital({ why, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Building2} title={t(`closedHospital.${why}.title`)} text={t(`closedHospital.${why}.text`)}>
      <Button look="outline" onClick={onRetry}>
        {t('common.actions.retry')}
      </Button>
    </NoticePage>
  );
}
