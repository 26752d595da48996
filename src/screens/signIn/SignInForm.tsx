import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Credentials, codeProblem, mobileProblem, smsScene, tidyMobile } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import {
  isAttempted,
  isCodeNeeded,
  isOpening,
  isSigningIn,
  methodOf,
  rememberedIn,
  secondsLeftOf,
  signInPuzzle,
  signInRefusal,
} from '../../machines/selectors/signIn.ts';
import { smsPuzzle } from '../../machines/selectors/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app/app.ts';
import { CodeFields, CoveredForm, Puzzle } from './CodeFields.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { useSignInMachines } from './useSignInMachines.ts';
import './signIn.css';

type CodeFormProps = {
  readonly submitLabel: string;
  /** This form has replaced the other one, for the reason in `error`. */
  readonly needed: boolean;
  readonly busy: boolean;
  /** Somebody tried to send this form, so what it lacks is marked. */
  readonly attempted: boolean;
  readonly error: string | null;
  readonly onSubmit: (credentials: Credentials) => void;
};

/** Sign-in by a code sent to the mobile number. */
export function CodeForm({ submitLabel, needed, busy, attempted, error, onSubmit }: CodeFormProps) {
  const { t } = useTranslation();
  const smsCode = useActorRef(useSignInMachines().smsCode, {
    input: { scene: smsScene.login },
    ...useApp().inspection,
  });
  const puzzle = useSelector(smsCode, smsPuzzle);
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (needed) form.current?.querySelector('input')?.focus();
  }, [needed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ kind: 'code', mobile: tidyMobile(mobile), code });
  };
  const wrong = attempted ? { mobile: mobileProblem(mobile), code: codeProblem(code) } : { mobile: null, code: null };
  const refusal = needed ? null : error;
  const onDismiss = () => smsCode.send({ type: 'captcha.cancelled' });
  return (
    <CoveredForm ref={form} puzzle={puzzle} onDismiss={onDismiss} onSubmit={submit}>
      {needed ? (
        <p className="sign-in-notice" role="alert">
          {error}
        </p>
      ) : null}
      <CodeFields
        smsCode={smsCode}
        mobile={{
          value: mobile,
          onChange: setMobile,
          error: wrong.mobile && t(`session.login.${wrong.mobile}`),
        }}
        code={{ value: code, onChange: setCode, error: wrong.code ? t(`session.login.${wrong.code}`) : refusal }}
      />
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
    </CoveredForm>
  );
}

type Props = {
  readonly below?: ReactNode;
  /** The account that most likely signs in; another one may. */
  readonly suggested?: string | null;
};

/** Both ways to sign in, on the sign-in page or in place after a session has expired. */
export function SignInForm({ below, suggested = null }: Props) {
  const { t } = useTranslation();
  const signIn = useActorRef(useSignInMachines().signIn, useApp().inspection);
  const puzzle = useSelector(signIn, signInPuzzle);
  const opening = useSelector(signIn, isOpening);
  const busy = useSelector(signIn, isSigningIn);
  const remembered = useSelector(signIn, rememberedIn);
  const error = useSelector(signIn, signInRefusal);
  const method = useSelector(signIn, methodOf);
  const attempted = {
    password: useSelector(signIn, isAttempted('password')),
    code: useSelector(signIn, isAttempted('code')),
  };
  const codeNeeded = useSelector(signIn, isCodeNeeded);
  const secondsLeft = useSelector(signIn, secondsLeftOf);
  const onSubmit = (credentials: Credentials) => signIn.send({ type: 'credentials.submitted', credentials });
  if (opening) return null;
  return (
    <>
      <Puzzle puzzle={puzzle} onDismiss={() => signIn.send({ type: 'captcha.cancelled' })} />
      <div hidden={puzzle !== undefined}>
        <Tabs
          label={t('session.login.methods')}
          current={method}
          onChange={(chosen) => signIn.send({ type: 'method.chosen', method: chosen })}
          keepPanels
          tabs={[
            {
              name: 'password',
              label: t('session.login.password'),
              panel: (
                <PasswordForm
                  autoFocus
                  busy={busy}
                  attempted={attempted.password}
                  remembered={remembered}
                  suggested={suggested}
                  secondsLeft={secondsLeft}
                  onSubmit={onSubmit}
                  account={null}
                  submitLabel={t('session.login.submit')}
                  error={method === 'password' ? error : null}
                />
              ),
            },
            {
              name: 'code',
              label: t('session.login.smsCode'),
              panel: (
                <CodeForm
                  busy={busy}
                  attempted={attempted.code}
                  onSubmit={onSubmit}
                  needed={codeNeeded}
                  submitLabel={t('session.login.submit')}
                  error={method === 'code' && secondsLeft === null ? error : null}
                />
              ),
            },
          ]}
        />
        {below}
      </div>
    </>
  );
}
