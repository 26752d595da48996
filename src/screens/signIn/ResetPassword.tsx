import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isMobile, isSmsCode, smsScene, tidyMobile } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { smsPuzzle } from '../../machines/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { CodeFields, Puzzle } from './CodeFields.tsx';
import { useSignInMachines } from './useSignInMachines.ts';
import './signIn.css';

type Props = { readonly onDone: () => void; readonly onBack: () => void };

type Refusal = { readonly field: 'code' | 'password'; readonly message: string } | null;

/**
 * Resets a forgotten password: the mobile number is verified, a new password is set, and all sessions of the account
 * end.
 */
export function ResetPassword({ onDone, onBack }: Props) {
  const { t } = useTranslation();
  const { api, entrance } = useApp();
  const smsCode = useActorRef(useSignInMachines().smsCode, { input: { scene: smsScene.forgotPassword } });
  const puzzle = useSelector(smsCode, smsPuzzle);
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState({ mobile: false, code: false });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function change(number: string): Promise<Refusal> {
    const given = { mobile: number, code, device: entrance.device() };
    const proven = await api.validateSmsCode({ ...given, scene: smsScene.forgotPassword }, { quiet: true });
    if (!proven.ok) return { field: 'code', message: proven.failure.message };
    const changed = await api.updatePassword({ ...given, password }, { quiet: true });
    return changed.ok ? null : { field: 'password', message: changed.failure.message };
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried({ mobile: true, code: true });
    const number = tidyMobile(mobile);
    const isComplete = isMobile(number) && isSmsCode(code) && password !== '' && password === repeated;
    if (busy || !isComplete) return;
    setBusy(true);
    const refused = await change(number);
    setBusy(false);
    setRefusal(refused);
    if (refused) return;
    void entrance.remembered.forget();
    onDone();
  };
  if (puzzle) return <Puzzle puzzle={puzzle} onDismiss={() => smsCode.send({ type: 'captcha.cancelled' })} />;
  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('session.reset.title')}</h2>
      <CodeFields
        smsCode={smsCode}
        mobile={mobile}
        code={code}
        tried={tried}
        onMobile={setMobile}
        onCode={setCode}
        onTriedMobile={() => setTried({ ...tried, mobile: true })}
        error={refusal?.field === 'code' ? refusal.message : null}
      />
      <TextField
        label={t('session.reset.newPassword')}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={
          tried.code && password === ''
            ? t('session.login.passwordRequired')
            : refusal?.field === 'password'
              ? refusal.message
              : null
        }
      />
      <TextField
        label={t('session.reset.repeatPassword')}
        name="repeated"
        type="password"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
        error={tried.code && password !== repeated ? t('session.reset.different') : null}
      />
      <Button type="submit" busy={busy}>
        {t('common.actions.save')}
      </Button>
      <Button look="ghost" tone="neutral" onClick={onBack}>
        {t('session.reset.back')}
      </Button>
    </form>
  );
}
