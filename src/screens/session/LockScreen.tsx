import { useActorRef, useSelector } from '@xstate/react';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { Credentials } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ownNameIn } from '../../machines/selectors/session.ts';
import {
  isAttempted,
  isCodeNeeded,
  isSigningIn,
  methodOf,
  secondsLeftOf,
  signInPuzzle,
  signInRefusal,
} from '../../machines/selectors/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app/app.ts';
import { Puzzle } from '../signIn/CodeFields.tsx';
import { PasswordForm } from '../signIn/PasswordForm.tsx';
import { useSignInMachines } from '../signIn/useSignInMachines.ts';
import { LockFallback } from './LockCover.tsx';

/** Sign-in by SMS code, needed only after many wrong passwords. */
export const codeLayer = onDemand(() => import('../signIn/SignInForm.tsx'));

/** After a time of inactivity, hides patient data until the same user enters the password again. */
export function LockScreen() {
  const { report } = useApp();
  return (
    <ErrorBoundary fallback={<LockFallback />} onError={report}>
      <UnlockForm />
    </ErrorBoundary>
  );
}

function UnlockForm() {
  const { t } = useTranslation();
  const { session, entrance, inspection } = useApp();
  const form = useRef<HTMLDivElement>(null);
  const signIn = useActorRef(useSignInMachines().unlock, inspection);
  const puzzle = useSelector(signIn, signInPuzzle);
  const busy = useSelector(signIn, isSigningIn);
  const error = useSelector(signIn, signInRefusal);
  const method = useSelector(signIn, methodOf);
  const attempted = {
    password: useSelector(signIn, isAttempted('password')),
    code: useSelector(signIn, isAttempted('code')),
  };
  const codeNeeded = useSelector(signIn, isCodeNeeded);
  const secondsLeft = useSelector(signIn, secondsLeftOf);
  const otherMethod = method === 'code' ? 'password' : 'code';
  const codeForm = useOnDemand(codeLayer, method === 'code' ? 'now' : 'not');
  const onSubmit = (credentials: Credentials) => signIn.send({ type: 'credentials.submitted', credentials });
  const known = useSelector(session, ownNameIn);
  const name = known || (entrance.lastAccount() ?? '');
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
  }, []);
  return (
    <>
      <LockKeyhole aria-hidden="true" />
      <h1 id="lock-title">{t('session.lock.title')}</h1>
      <p>{name ? t('session.lock.text', { name }) : t('session.lock.textPlain')}</p>
      <Puzzle puzzle={puzzle} onDismiss={() => signIn.send({ type: 'captcha.cancelled' })} />
      <div ref={form} hidden={puzzle !== undefined}>
        <div hidden={method !== 'password'}>
          <PasswordForm
            busy={busy}
            attempted={attempted.password}
            error={method === 'password' ? error : null}
            secondsLeft={secondsLeft}
            onSubmit={onSubmit}
            remembered={null}
            account={entrance.lastAccount()}
            submitLabel={t('session.lock.unlock')}
          />
        </div>
        <div hidden={method !== 'code'}>
          {codeForm ? (
            <codeForm.CodeForm
              busy={busy}
              attempted={attempted.code}
              onSubmit={onSubmit}
              error={method === 'code' && secondsLeft === null ? error : null}
              needed={codeNeeded}
              submitLabel={t('session.lock.unlock')}
            />
          ) : method === 'code' ? (
            <PartAway of={codeLayer} />
          ) : null}
        </div>
        {codeNeeded || (secondsLeft === null && method === 'password') ? null : (
          <Button
            look="outline"
            tone="neutral"
            onClick={() => signIn.send({ type: 'method.chosen', method: otherMethod })}
          >
            {otherMethod === 'code' ? t('session.login.smsCode') : t('session.login.password')}
          </Button>
        )}
        <Button look="ghost" tone="neutral" onClick={() => session.send({ type: 'logout.requested' })}>
          {t('layout.account.logOut')}
        </Button>
      </div>
    </>
  );
}
