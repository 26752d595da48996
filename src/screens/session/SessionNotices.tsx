import { useSelector } from '@xstate/react';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import {
  asksAboutExpiry,
  idleLockMsIn,
  isExpiredUnreached,
  isNearlyIdle,
  isSigningInAgain,
  showsExpiry,
} from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import './session.css';
import { Dialog } from '../../ui/Dialog.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';

/** Loaded on demand: the form to sign in again in place. */
export const signInForm = onDemand(async () => {
  const [{ SignInForm }] = await Promise.all([import('../signIn/SignInForm.tsx'), loadTexts('entrance')]);
  return { SignInForm };
});

/** Shown while the session has expired; signs in again in place or retries the request to the platform. */
function ReloginBar() {
  const { t } = useTranslation();
  const { session, entrance } = useApp();
  const shown = useSelector(session, showsExpiry);
  const entering = useSelector(session, isSigningInAgain);
  const unreachable = useSelector(session, isExpiredUnreached);
  const form = useOnDemand(signInForm, entering ? 'now' : 'idle');
  if (!shown) return null;
  return (
    <section className="relogin-bar" aria-label={t('session.expired.title')}>
      <p role="status">{unreachable ? t('session.expired.barUnreachable') : t('session.expired.bar')}</p>
      {unreachable ? (
        <Button look="outline" size="sm" onClick={() => session.send({ type: 'retry.requested' })}>
          {t('common.actions.retry')}
        </Button>
      ) : null}
      <Button size="sm" onClick={() => session.send({ type: 'relogin.requested' })}>
        {t('session.expired.again')}
      </Button>
      <Dialog
        open={entering}
        size="sm"
        title={t('session.login.title')}
        closeLabel={t('common.actions.close')}
        maskCloses={false}
        onClose={() => session.send({ type: 'relogin.cancelled' })}
      >
        {form ? <form.SignInForm suggested={entrance.lastAccount()} /> : <PartAway of={signInForm} />}
      </Dialog>
    </section>
  );
}

/** The dialog of the specification: sign in again, or cancel and keep reading; a click outside cancels. */
function SessionExpiredDialog() {
  const { t } = useTranslation();
  const { session } = useApp();
  const open = useSelector(session, asksAboutExpiry);
  const cancel = () => session.send({ type: 'expiry.cancelled' });
  return (
    <Dialog
      open={open}
      role="alertdialog"
      size="sm"
      title={t('session.expired.title')}
      closeLabel={t('common.actions.close')}
      interrupts
      onClose={cancel}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={cancel}>
            {t('session.expired.cancel')}
          </Button>
          <Button onClick={() => session.send({ type: 'expiry.confirmed' })}>{t('session.expired.again')}</Button>
        </>
      }
    >
      <p>{t('session.expired.text')}</p>
    </Dialog>
  );
}

const warnedMinutes = 2;

/** Two minutes before the lock; any key press or pointer event keeps the session open. */
function LockWarning() {
  const { t } = useTranslation();
  const { session } = useApp();
  const near = useSelector(session, isNearlyIdle);
  const idleMs = useSelector(session, idleLockMsIn);
  if (!near) return null;
  const count = Math.max(1, Math.min(warnedMinutes, Math.round(idleMs / 120_000)));
  return (
    <div className="relogin-bar" role="alert">
      <p>{t('session.lock.soon', { count })}</p>
      <Button size="sm">{t('session.lock.stay')}</Button>
    </div>
  );
}

/** Notices about an expired session and the coming lock. */
export function SessionNotices() {
  return (
    <>
      <SessionExpiredDialog />
      <ReloginBar />
      <LockWarning />
    </>
  );
}
