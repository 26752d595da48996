import { useSelector } from '@xstate/react';
import { Building2, UserRoundX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { arrivalOf, gateOf, hasLeft, isLocked, isSignedIn, roleOf } from '../../machines/session.ts';
import { Button } from '../../ui/Button.tsx';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app.ts';
import { NoticePage } from '../layout/NoticePage.tsx';
import { LockCover, LockedPage, LockFallback } from './LockCover.tsx';
import './session.css';

const loginAddress = (address: string) =>
  address === '/' ? '/login' : `/login?redirect=${encodeURIComponent(address)}`;

/** The code of the locked screen: fetched once the page rests, long before anybody has been idle. */
export const lockLayer = onDemand(() => import('./LockScreen.tsx'));

/** What is said of the sign-in over the screens behind it: comes with their frame. */
export const noticesLayer = onDemand(() => import('./SessionNotices.tsx'));

/**
 * The screens behind the sign-in. An expired session leaves them readable under a bar. A locked one takes them out of the
 * document but keeps them alive, so that nothing typed is lost; a page that opens locked does not make them at all.
 * Whoever logged out does not send the next person to their last page.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { session } = useApp();
  const { pathname, search, hash } = useLocation();
  const signedIn = useSelector(session, isSignedIn);
  const left = useSelector(session, hasLeft);
  const locked = useSelector(session, isLocked);
  const [wasOpen, setWasOpen] = useState(!locked);
  if (!locked && !wasOpen) setWasOpen(true);
  const lock = useOnDemand(lockLayer, locked ? 'soon' : signedIn ? 'idle' : 'not');
  const notices = useOnDemand(noticesLayer, signedIn ? 'soon' : 'not');
  if (!signedIn) return <Navigate to={left ? '/login' : loginAddress(`${pathname}${search}${hash}`)} replace />;
  return (
    <div className="session-frame">
      {wasOpen ? children : <LockedPage />}
      {locked ? (
        <LockCover>{lock ? <lock.LockScreen /> : <LockFallback />}</LockCover>
      ) : (
        notices && <notices.SessionNotices />
      )}
    </div>
  );
}

type RequireRoleProps = { readonly role: 'doctor' | 'auditor'; readonly children: ReactNode };

/** A screen of one role. Until it is known who signed in nothing is shown; the other role goes to its own landing page. */
export function RequireRole({ role, children }: RequireRoleProps) {
  const { session } = useApp();
  const own = useSelector(session, roleOf);
  const arrival = useSelector(session, arrivalOf);
  if (own === role) return children;
  if (own === null || arrival === null) return null;
  return <Navigate to={arrival} replace />;
}

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
