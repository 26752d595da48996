import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { isMobile, isSmsCode, smsScene, tidyMobile } from '../../domain/credentials.ts';
import { isAboutMobile, needsNewProof } from '../../domain/passwordProblem.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { smsPuzzle } from '../../machines/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { CodeFields, Puzzle } from '../signIn/CodeFields.tsx';
import { useSignInMachines } from '../signIn/useSignInMachines.ts';
import '../signIn/signIn.css';

type Refused = { readonly field: 'mobile' | 'code'; readonly message: string } | null;

type ProveMobileProps = {
  readonly submitLabel: string;
  readonly onSubmit: (mobile: string, code: string) => Promise<Refused>;
  readonly onBack: (() => void) | null;
};

/** Verifies a mobile number by a code sent to it. */
function ProveMobile({ submitLabel, onSubmit, onBack }: ProveMobileProps) {
  const { t } = useTranslation();
  const smsCode = useActorRef(useSignInMachines().smsCode, { input: { scene: smsScene.changeMobile } });
  const puzzle = useSelector(smsCode, smsPuzzle);
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
  if (puzzle) return <Puzzle puzzle={puzzle} onDismiss={() => smsCode.send({ type: 'captcha.cancelled' })} />;
  return (
    <form className="sign-in-form" noValidate onSubmit={(event) => void submit(event)}>
      <CodeFields
        smsCode={smsCode}
        mobile={mobile}
        code={code}
        tried={tried}
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

type Step =
  | { readonly at: 'old' }
  /** The platform's token for the verified old number; some platforms give none. */
  | { readonly at: 'new'; readonly changeToken: string | null }
  | { readonly at: 'done'; readonly mobile: string };

/** Changes the mobile number: verify the old one, then the new one. All other sessions of the account end. */
export function ChangeMobile() {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ at: 'old' });
  const [notice, setNotice] = useState<string | null>(null);

  async function proveOld(mobile: string, code: string): Promise<Refused> {
    const answer = await api.checkMobileCode({ mobile, code }, { quiet: true });
    if (!answer.ok) return { field: 'code', message: answer.failure.message };
    setNotice(null);
    setStep({ at: 'new', changeToken: answer.data === true ? null : answer.data.changeToken });
    return null;
  }
  async function setNew(mobile: string, code: string, changeToken: string | null): Promise<Refused> {
    const proof = changeToken === null ? {} : { changeToken };
    const answer = await api.resetMobile({ mobile, code, ...proof }, { quiet: true });
    if (answer.ok) {
      setStep({ at: 'done', mobile });
      toasts.show({ tone: 'success', text: t('profile.mobileChange.changed') });
      return null;
    }
    const { failure } = answer;
    if (needsNewProof(failure)) {
      setNotice(failure.message);
      setStep({ at: 'old' });
      return null;
    }
    return { field: isAboutMobile(failure) ? 'mobile' : 'code', message: failure.message };
  }
  return (
    <section className="card" aria-label={t('profile.mobileChange.title')}>
      <h2>{t('profile.mobileChange.title')}</h2>
      <p className="card-note">{t('profile.mobileChange.text')}</p>
      <ol className="steps">
        {(['old', 'new'] as const).map((name) => (
          <li key={name} aria-current={step.at === name ? 'step' : undefined}>
            {t(`profile.mobileChange.step.${name}`)}
          </li>
        ))}
      </ol>
      {notice ? (
        <p className="form-refusal" role="alert">
          {notice}
        </p>
      ) : null}
      {step.at === 'old' ? (
        <ProveMobile key="old" submitLabel={t('common.actions.next')} onSubmit={proveOld} onBack={null} />
      ) : null}
      {step.at === 'new' ? (
        <ProveMobile
          key="new"
          submitLabel={t('profile.mobileChange.submit')}
          onSubmit={(mobile, code) => setNew(mobile, code, step.changeToken)}
          onBack={() => setStep({ at: 'old' })}
        />
      ) : null}
      {step.at === 'done' ? (
        <div className="personal-done">
          <p role="status">{t('profile.mobileChange.done', { mobile: step.mobile })}</p>
          <Button look="outline" onClick={() => setStep({ at: 'old' })}>
            {t('profile.mobileChange.again')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
