import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { smsScene, tidyMobile } from '../../domain/credentials.ts';
import { isAboutMobile, needsNewProof } from '../../domain/passwordProblem.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { smsPuzzle } from '../../machines/selectors/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { checkedBy } from '../forms/fields.ts';
import { useFieldOfForm } from '../forms/useFieldOfForm.ts';
import { codeProblems } from '../passwordReset/codeProblems.ts';
import { CodeFields, CoveredForm } from '../signIn/CodeFields.tsx';
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
  const smsCode = useActorRef(useSignInMachines().smsCode, {
    input: { scene: smsScene.changeMobile },
    ...useApp().inspection,
  });
  const puzzle = useSelector(smsCode, smsPuzzle);
  const form = useForm({ resolver: checkedBy(codeProblems), defaultValues: { mobile: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const mobile = useFieldOfForm(form.control, 'mobile');
  const code = useFieldOfForm(form.control, 'code');
  /** What the platform said about the number holds until another one is typed. */
  const retyped = (field: typeof mobile) => ({
    ...field,
    onChange(typed: string) {
      form.clearErrors('root');
      field.onChange(typed);
    },
  });
  const submit = form.handleSubmit(async (typed) => {
    const refused = await onSubmit(tidyMobile(typed.mobile), typed.code);
    if (refused) form.setError(refused.field === 'mobile' ? 'root' : 'code', { message: refused.message });
  });
  const onDismiss = () => smsCode.send({ type: 'captcha.cancelled' });
  return (
    <CoveredForm puzzle={puzzle} onDismiss={onDismiss} onSubmit={(event) => void submit(event)}>
      <CodeFields smsCode={smsCode} mobile={retyped(mobile)} code={retyped(code)} />
      {errors.root ? (
        <p className="form-refusal" role="alert">
          {errors.root.message}
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
        <Button type="submit" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </footer>
    </CoveredForm>
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
