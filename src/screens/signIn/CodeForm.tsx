import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { type Credentials, isMobile, isSmsCode, tidyMobile } from '../../domain/credentials.ts';
import { smsScene } from '../../domain/smsScene.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { CodeFields } from './CodeFields.tsx';
import { Puzzle } from './Puzzle.tsx';

type Props = {
  readonly busy: boolean;
  readonly error: string | null;
  readonly onSubmit: (credentials: Credentials) => void;
};

/** Signing in with a code sent to the mobile number. */
export function CodeForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation();
  const smsCode = useActorRef(useApp().entrance.smsCode, { input: { scene: smsScene.login } });
  const puzzle = useSelector(smsCode, (s) => s.children.puzzle);
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState({ mobile: false, code: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried({ mobile: true, code: true });
    const number = tidyMobile(mobile);
    if (!busy && isMobile(number) && isSmsCode(code)) onSubmit({ kind: 'code', mobile: number, code });
  };
  if (puzzle) return <Puzzle puzzle={puzzle} onDismiss={() => smsCode.send({ type: 'captcha.dismissed' })} />;
  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <CodeFields
        {...{ smsCode, mobile, code, tried, error }}
        onMobile={setMobile}
        onCode={setCode}
        onTriedMobile={() => setTried({ ...tried, mobile: true })}
      />
      <Button type="submit" busy={busy}>
        {t('session.login.submit')}
      </Button>
    </form>
  );
}
