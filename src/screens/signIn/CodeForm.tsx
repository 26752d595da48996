import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Credentials, isMobile, isSmsCode, tidyMobile } from '../../domain/credentials.ts';
import { smsScene } from '../../domain/smsScene.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeFields } from './CodeFields.tsx';
import { Puzzle } from './Puzzle.tsx';
import { useSignInMachines } from './useSignInMachines.ts';

type Props = {
  readonly submitLabel: string;
  /** This form has come in the place of the other, for the reason that `error` says. */
  readonly needed: boolean;
  readonly busy: boolean;
  readonly error: string | null;
  readonly onSubmit: (credentials: Credentials) => void;
};

/** Signing in with a code sent to the mobile number. */
export function CodeForm({ submitLabel, needed, busy, error, onSubmit }: Props) {
  const smsCode = useActorRef(useSignInMachines().smsCode, { input: { scene: smsScene.login } });
  const puzzle = useSelector(smsCode, (s) => s.children.puzzle);
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState({ mobile: false, code: false });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (needed) form.current?.querySelector('input')?.focus();
  }, [needed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried({ mobile: true, code: true });
    const number = tidyMobile(mobile);
    if (!busy && isMobile(number) && isSmsCode(code)) onSubmit({ kind: 'code', mobile: number, code });
  };
  if (puzzle) return <Puzzle puzzle={puzzle} onDismiss={() => smsCode.send({ type: 'captcha.dismissed' })} />;
  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
      {needed ? (
        <p className="sign-in-notice" role="alert">
          {error}
        </p>
      ) : null}
      <CodeFields
        {...{ smsCode, mobile, code, tried }}
        error={needed ? null : error}
        onMobile={setMobile}
        onCode={setCode}
        onTriedMobile={() => setTried({ ...tried, mobile: true })}
      />
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
