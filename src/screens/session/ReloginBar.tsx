import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app.ts';
import './session.css';

/** The code of signing in again in place. */
export const signInForm = onDemand(() => import('../signIn/SignInForm.tsx'));

/** Stays while the session is over and the page is still read: signs in again in place, or asks the platform once more. */
export function ReloginBar() {
  const { t } = useTranslation();
  const { session, entrance } = useApp();
  const shown = useSelector(session, (s) => s.hasTag('bar'));
  const entering = useSelector(session, (s) => s.hasTag('relogin'));
  const unreachable = useSelector(session, (s) => s.context.expiry === 'unreachable');
  const form = useOnDemand(signInForm, entering ? 'now' : 'resting');
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
        {form ? <form.SignInForm suggested={entrance.lastAccount()} /> : null}
      </Dialog>
    </section>
  );
}
