import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { isMobile, isSmsCode, tidyMobile } from '../../domain/credentials.ts';
import { smsScene } from '../../domain/smsScene.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeFields } from '../signIn/CodeFields.tsx';
import { Puzzle } from '../signIn/Puzzle.tsx';
import '../signIn/signIn.css';
import { useSignInMachines } from '../signIn/useSignInMachines.ts';

export type Refused = { readonly field: 'mobile' | 'code'; readonly message: string } | null;

type Props = {
  readonly submitLabel: string;
  readonly onSubmit: (mobile: string, code: string) => Promise<Refused>;
  readonly onBack: (() => void) | null;
};

/** Proving a mobile number by the code that is sent to it. */
export function ProveMobile({ submitLabel, onSubmit, onBack }: Props) {
  const { t } = useTranslation();
  const smsCode = useActorRef(useSignInMachines().smsCode, { input: { scene: smsScene.changeMobile } });
  const puzzle = useSelector(smsCode, (s) => s.children.puzzle);
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState({ mobile: false, code: false });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>(null);
  const number = tidyMobile(mobile);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried({ mobile: true, code: true });
    if (busy || !isMobile(number) || !isSmsCode(code)) return;
    setBusy(true);
    const refusal = await onSubmit(number, code);
    setBusy(false);
    setRefused(refusal);
  }
  if (puzzle) return <Puzzle puzzle={puzzle} onDismiss={() => smsCode.send({ type: 'captcha.dismissed' })} />;
  return (
    <form className="sign-in-form" noValidate onSubmit={(event) => void submit(event)}>
      <CodeFields
        {...{ smsCode, mobile, code, tried }}
        onMobile={(next) => {
          setMobile(next);
          setRefused(null);
        }}
        onCode={(next) => {
          setCode(next);
          setRefused(null);
        }}
        onTriedMobile={() => setTried({ ...tried, mobile: true })}
        error={refused?.field === 'code' ? refused.message : null}
      />
      {refused?.field === 'mobile' ? (
        <p className="form-refusal" role="alert">
          {refused.message}
        </p>
      ) : null}
      <footer className="form-foot">
        {onBack ? (
          <Button look="ghost" tone="neutral" onClick={onBack}>
            {t('common.actions.back')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}
