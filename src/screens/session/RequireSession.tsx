import { useSelector } from '@xstate/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hasLeft, isLocked, isSignedIn } from '../../machines/session.ts';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app.ts';
import './session.css';

const loginAddress = (address: string) =>
  address === '/' ? '/login' : `/login?redirect=${encodeURIComponent(address)}`;

/** The code of the locked screen: fetched once the page rests, long before anybody has been idle. */
export const lockLayer = onDemand(() => import('./LockScreen.tsx'));

/** What is said of the sign-in over the screens behind it: comes with their frame. */
export const noticesLayer = onDemand(() => import('./SessionNotices.tsx'));

/** Everything is hidden the moment the screen is locked, and stays so until the lock stands over it. */
function useHidden(locked: boolean) {
  useLayoutEffect(() => {
    if (!locked) return;
    const { documentElement: page } = document;
    page.dataset.locked = '';
    return () => {
      delete page.dataset.locked;
    };
  }, [locked]);
}

/**
 * The screens behind the sign-in. An expired session leaves them readable under a bar; a locked one hides them but keeps
 * them alive, so that nothing typed is lost. Whoever logged out does not send the next person to their last page.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { session } = useApp();
  const { pathname, search, hash } = useLocation();
  const signedIn = useSelector(session, isSignedIn);
  const left = useSelector(session, hasLeft);
  const locked = useSelector(session, isLocked);
  const lock = useOnDemand(lockLayer, locked ? 'now' : signedIn ? 'resting' : 'not');
  const notices = useOnDemand(noticesLayer, signedIn ? 'soon' : 'not');
  useHidden(signedIn && locked);
  if (!signedIn) return <Navigate to={left ? '/login' : loginAddress(`${pathname}${search}${hash}`)} replace />;
  return (
    <div className="session-frame">
      {children}
      {locked ? lock && <lock.LockScreen /> : notices && <notices.SessionNotices />}
    </div>
  );
}
