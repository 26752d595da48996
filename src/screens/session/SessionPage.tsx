import { useSelector } from '@xstate/react';
import { Building2, UserRoundX } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginAddress } from '../../domain/pageAddress.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import { hasLeft, hasNotice, isLocked, isSignedIn, pageState } from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { laterPart, PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app/app.ts';
import { NoticePage } from '../layout/NoticePage.tsx';
import { LockCover, LockedPage, LockFallback } from './LockCover.tsx';
import './session.css';

/** Loaded when the page is idle, long before the inactivity limit. */
export const lockLayer = onDemand(async () => {
  const [{ LockScreen }] = await Promise.all([import('./LockScreen.tsx'), loadTexts('entrance')]);
  return { LockScreen };
});

/** Session notices over the screens, loaded when the page is idle, long before a session expires. */
export const noticesLayer = onDemand(() => import('./SessionNotices.tsx'));

/**
 * Protects the screens after sign-in: an expired session keeps them readable below a bar, and a locked one detaches them
 * but keeps their state, so that no input is lost. A page that opens locked does not mount them, and after signing out the
 * next user is not sent to the previous user's page.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { session } = useApp();
  const { pathname, search, hash } = useLocation();
  const signedIn = useSelector(session, isSignedIn);
  const left = useSelector(session, hasLeft);
  const locked = useSelector(session, isLocked);
  const [wasOpen, setWasOpen] = useState(!locked);
  if (!locked && !wasOpen) setWasOpen(true);
  const lock = useOnDemand(lockLayer, locked ? 'now' : signedIn ? 'idle' : 'not');
  const noticed = useSelector(session, hasNotice);
  const notices = useOnDemand(noticesLayer, signedIn ? (noticed ? 'now' : 'idle') : 'not');
  if (!signedIn) return <Navigate to={left ? '/login' : loginAddress(`${pathname}${search}${hash}`)} replace />;
  return (
    <div className="session-frame">
      {wasOpen ? children : <LockedPage />}
      {locked ? (
        <LockCover>{lock ? <lock.LockScreen /> : <LockFallback />}</LockCover>
      ) : notices ? (
        <notices.SessionNotices />
      ) : noticed ? (
        <PartAway of={noticesLayer} as="floating" />
      ) : null}
    </div>
  );
}

const ClosedHospital = laterPart(async () => {
  const [{ ClosedHospital }] = await Promise.all([import('./ClosedHospital.tsx'), loadTexts('office')]);
  return ClosedHospital;
}, 'screen');

type HospitalProblemProps = {
  readonly why: 'unknown' | 'disabled' | 'expired' | 'unreachable';
  readonly onRetry: () => void;
};

/**
 * This URL belongs to no active hospital, so sign-in is impossible. Only the page of an unreachable platform is loaded in
 * advance, because the others follow an answer of the platform.
 */
export function HospitalProblem({ why, onRetry }: HospitalProblemProps) {
  const { t } = useTranslation();
  return (
    <main>
      {why === 'unreachable' ? (
        <NoticePage
          icon={Building2}
          title={t('layout.hospitalUnreachable.title')}
          text={t('layout.hospitalUnreachable.text')}
        >
          <Button look="outline" onClick={onRetry}>
            {t('common.actions.retry')}
          </Button>
        </NoticePage>
      ) : (
        <Suspense>
          <ClosedHospital why={why} onRetry={onRetry} />
        </Suspense>
      )}
    </main>
  );
}

type OtherPersonProps = { readonly onContinue: () => void };

/**
 * Another user signed in in another tab; this tab's session was closed first, so that nothing is sent in the wrong
 * name.
 */
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

/** Wraps every route: shows nothing before the hospital is known, and nothing of a replaced user. */
export function SessionPage({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { session } = useApp();
  const state = useSelector(session, pageState);
  switch (state) {
    case 'opening':
      return <output className="session-opening">{t('common.state.loading')}</output>;
    case 'unknown':
    case 'disabled':
    case 'expired':
    case 'unreachable':
      return <HospitalProblem why={state} onRetry={() => session.send({ type: 'retry.requested' })} />;
    case 'replaced':
      return <OtherPerson onContinue={() => session.send({ type: 'reopen.requested' })} />;
    case 'open':
      return children;
  }
}
