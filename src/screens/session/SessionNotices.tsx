import { LockWarning } from './LockWarning.tsx';
import { ReloginBar } from './ReloginBar.tsx';
import { SessionExpiredDialog } from './SessionExpiredDialog.tsx';

/** That the session is over, and what to do about it; that the screen will be locked. */
export function SessionNotices() {
  return (
    <>
      <SessionExpiredDialog />
      <ReloginBar />
      <LockWarning />
    </>
  );
}
