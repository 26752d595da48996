import { useActorRef, useSelector } from '@xstate/react';
import { LockKeyhole } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { PasswordForm } from '../signIn/PasswordForm.tsx';
import { Puzzle } from '../signIn/Puzzle.tsx';
import './session.css';

/** Takes the whole window on the browser's top layer; everything under it is hidden and cannot be reached. */
function useCover() {
  const cover = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = cover.current;
    if (dialog && !dialog.open) dialog.showModal?.();
    dialog?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
    /** Keys that are pressed beside the form are not the product's shortcuts now. */
    const guard = (event: KeyboardEvent) => {
      if (!(event.target instanceof Node && dialog?.contains(event.target))) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', guard, true);
    return () => {
      window.removeEventListener('keydown', guard, true);
    };
  }, []);
  return cover;
}

/** After a time without use: the patients' data is hidden until the same person gives the password again, in place. */
export function LockScreen() {
  const { t } = useTranslation();
  const { session, entrance } = useApp();
  const cover = useCover();
  const signIn = useActorRef(entrance.unlock);
  const puzzle = useSelector(signIn, (s) => s.children.puzzle);
  const busy = useSelector(signIn, (s) => s.hasTag('busy'));
  const error = useSelector(signIn, (s) => s.context.failure?.message ?? null);
  const known = useSelector(session, (s) => s.context.account?.name ?? '');
  const name = known || (entrance.lastAccount() ?? '');
  return (
    <dialog
      ref={cover}
      className="lock-screen"
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="lock-card">
        <LockKeyhole aria-hidden="true" />
        <h1 id="lock-title">{t('session.lock.title')}</h1>
        <p>{name ? t('session.lock.text', { name }) : t('session.lock.textPlain')}</p>
        <Puzzle puzzle={puzzle} onDismiss={() => signIn.send({ type: 'captcha.dismissed' })} />
        <div hidden={puzzle !== undefined}>
          <PasswordForm
            {...{ busy, error }}
            remembered={null}
            account={entrance.lastAccount()}
            submitLabel={t('session.lock.unlock')}
            onSubmit={(credentials) => signIn.send({ type: 'credentials.submitted', credentials })}
          />
          <Button look="ghost" tone="neutral" onClick={() => session.send({ type: 'logout.chosen' })}>
            {t('layout.account.logOut')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
