import { Building2 } from 'lucide-react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from './NoticePage.tsx';

type Props = {
  readonly why: 'unknown' | 'disabled' | 'expired' | 'unreachable';
  readonly onRetry: () => void;
};

const texts = {
  unknown: ['layout.tenantUnknown.title', 'layout.tenantUnknown.text'],
  disabled: ['layout.tenantDisabled.title', 'layout.tenantDisabled.text'],
  expired: ['layout.tenantExpired.title', 'layout.tenantExpired.text'],
  unreachable: ['layout.tenantUnreachable.title', 'layout.tenantUnreachable.text'],
} as const;

/** There is no hospital to sign in to at this address, so there is no sign-in. */
export function TenantProblem({ why, onRetry }: Props) {
  const { t } = useTranslation();
  const [title, text] = texts[why];
  return (
    <main>
      <NoticePage icon={Building2} title={t(title)} text={t(text)}>
        <Button look="outline" onClick={onRetry}>
          {t('common.actions.retry')}
        </Button>
      </NoticePage>
    </main>
  );
}
