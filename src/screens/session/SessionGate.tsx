import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { gateOf } from '../../machines/session.ts';
import { useApp } from '../app.ts';
import { TenantProblem } from '../layout/TenantProblem.tsx';
import { OtherPerson } from './OtherPerson.tsx';
import './session.css';

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
