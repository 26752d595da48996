import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { gateOf } from '../../machines/session.ts';
import { useApp } from '../app.ts';
import './session.css';
import { Building2, UserRoundX } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from '../layout/NoticePage.tsx';

type TenantProblemProps = {
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
export function TenantProblem({ why, onRetry }: TenantProblemProps) {
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

type OtherPersonProps = { readonly onContinue: () => void };

/** Somebody else signed in in another tab: this tab's work was closed before anything could go out in the wrong name. */
function OtherPerson({ onContinue }: OtherPersonProps) {
  const { t } = useTranslation();
  return (
    <main>
      <NoticePage icon={UserRoundX} title={t('session.otherDoctor.title')} text={t('session.otherDoctor.text')}>
        <Button onClick={onContinue}>{t('session.otherDoctor.continue')}</Button>
      </NoticePage>
    </main>
  );
}

/** Around every route: nothing is shown before the hospital is known, and nothing of a person who was replaced. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { session } = useApp();
  const gate = useSelector(session, gateOf);
  switch (gate) {
    case 'opening':
      return <output className="session-opening">{t('common.state.loading')}</output>;
    case 'unknown':
    case 'disabled':
    case 'unreachable':
      return <TenantProblem why={gate} onRetry={() => session.send({ type: 'retry.requested' })} />;
    case 'replaced':
      return <OtherPerson onContinue={() => session.send({ type: 'reopen.requested' })} />;
    case 'open':
      return children;
  }
}
