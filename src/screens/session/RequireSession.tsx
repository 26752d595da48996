import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hasLeft, isLocked, isSignedIn } from '../../machines/session.ts';
import { useApp } from '../app.ts';
import { LockScreen } from './LockScreen.tsx';
import { LockWarning } from './LockWarning.tsx';
import { ReloginBar } from './ReloginBar.tsx';
import { SessionExpiredDialog } from './SessionExpiredDialog.tsx';
import './session.css';

const loginAddress = (address: string) =>
  address === '/' ? '/login' : `/login?redirect=${encodeURIComponent(address)}`;

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
  if (!signedIn) return <Navigate to={left ? '/login' : loginAddress(`${pathname}${search}${hash}`)} replace />;
  return (
    <div className="session-frame">
      {children}
      {locked ? (
        <LockScreen />
      ) : (
        <>
          <SessionExpiredDialog />
          <ReloginBar />
          <LockWarning />
        </>
      )}
    </div>
  );
}
