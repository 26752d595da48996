import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { arrivalOf, hasLeft, isLocked, isSignedIn, roleOf } from '../../machines/session.ts';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app.ts';
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
  const lock = useOnDemand(lockLayer, locked ? 'soon' : signedIn ? 'resting' : 'not');
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
