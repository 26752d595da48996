import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Credentials } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { secondsLeftOf } from '../../machines/signIn.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Puzzle } from './Puzzle.tsx';
import './signIn.css';
import { useSignInMachines } from './useSignInMachines.ts';

type Props = {
  readonly below?: ReactNode;
  /** Who most likely signs in; somebody else may. */
  readonly suggested?: string | null;
};

/** Both ways to sign in, wherever that is: on the sign-in page, or in place after a session has ended. */
export function SignInForm({ below, suggested = null }: Props) {
  const { t } = useTranslation();
  const signIn = useActorRef(useSignInMachines().signIn);
  const puzzle = useSelector(signIn, (s) => s.children.puzzle);
  const opening = useSelector(signIn, (s) => s.hasTag('opening'));
  const busy = useSelector(signIn, (s) => s.hasTag('busy'));
  const remembered = useSelector(signIn, (s) => s.context.remembered);
  const error = useSelector(signIn, (s) => s.context.failure?.message ?? null);
  const way = useSelector(signIn, (s) => s.context.way);
  const codeNeeded = useSelector(signIn, (s) => s.context.codeNeeded);
  const secondsLeft = useSelector(signIn, secondsLeftOf);
  const onSubmit = (credentials: Credentials) => signIn.send({ type: 'credentials.submitted', credentials });
  if (opening) return null;
  return (
    <>
      <Puzzle puzzle={puzzle} onDismiss={() => signIn.send({ type: 'captcha.dismissed' })} />
      <div hidden={puzzle !== undefined}>
        <Tabs
          label={t('session.login.methods')}
          current={way}
          onChange={(chosen) => signIn.send({ type: 'way.chosen', way: chosen })}
          keepPanels
          tabs={[
            {
              name: 'password',
              label: t('session.login.password'),
              panel: (
                <PasswordForm
                  {...{ busy, remembered, suggested, secondsLeft, onSubmit }}
                  account={null}
                  submitLabel={t('session.login.submit')}
                  error={way === 'password' ? error : null}
                />
              ),
            },
            {
              name: 'code',
              label: t('session.login.smsCode'),
              panel: (
                <CodeForm
                  {...{ busy, onSubmit }}
                  needed={codeNeeded}
                  submitLabel={t('session.login.submit')}
                  error={way === 'code' && secondsLeft === null ? error : null}
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
