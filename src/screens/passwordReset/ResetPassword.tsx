import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { smsScene, tidyMobile } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { smsPuzzle } from '../../machines/selectors/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { checkedBy, type Problems, problem } from '../forms/fields.ts';
import { NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useFieldOfForm } from '../forms/useFieldOfForm.ts';
import { CodeFields, CoveredForm } from '../signIn/CodeFields.tsx';
import { useSignInMachines } from '../signIn/useSignInMachines.ts';
import { codeProblems } from './codeProblems.ts';
import '../signIn/signIn.css';

type Props = { readonly onDone: () => void; readonly onBack: () => void };

const empty = { mobile: '', code: '', password: '', repeated: '' };
type Values = typeof empty;

const check = (values: Values): Problems<Values> => ({
  ...codeProblems(values),
  ...(values.password === '' ? { password: problem('session.login.passwordRequired') } : {}),
  ...(values.password === values.repeated ? {} : { repeated: problem('session.reset.different') }),
});

/**
 * Resets a forgotten password: the mobile number is verified, a new password is set, and all sessions of the account
 * end.
 */
export function ResetPassword({ onDone, onBack }: Props) {
  const { t } = useTranslation();
  const { api, entrance, inspection } = useApp();
  const smsCode = useActorRef(useSignInMachines().smsCode, {
    input: { scene: smsScene.forgotPassword },
    ...inspection,
  });
  const puzzle = useSelector(smsCode, smsPuzzle);
  const { control, register, handleSubmit, setError, formState } = useForm({
    resolver: checkedBy(check),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const mobile = useFieldOfForm(control, 'mobile');
  const code = useFieldOfForm(control, 'code');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const change = handleSubmit(async ({ password, ...typed }) => {
    const given = { mobile: tidyMobile(typed.mobile), code: typed.code, device: entrance.device() };
    const proven = await api.validateSmsCode({ ...given, scene: smsScene.forgotPassword }, { quiet: true });
    if (!proven.ok) return setError('code', { message: proven.failure.message });
    const changed = await api.updatePassword({ ...given, password }, { quiet: true });
    if (!changed.ok) return setError('password', { message: changed.failure.message });
    void entrance.remembered.forget();
    onDone();
  });
  const onDismiss = () => smsCode.send({ type: 'captcha.cancelled' });
  return (
    <CoveredForm ref={form} puzzle={puzzle} onDismiss={onDismiss} onSubmit={(event) => void change(event)}>
      <h2>{t('session.reset.title')}</h2>
      <CodeFields smsCode={smsCode} mobile={mobile} code={code} />
      <NewPasswordFields
        password={{ field: register('password', { deps: ['repeated'] }), error: errors.password }}
        repeated={{ field: register('repeated'), error: errors.repeated }}
      />
      <Button type="submit" busy={isSubmitting}>
        {t('common.actions.save')}
      </Button>
      <Button look="ghost" tone="neutral" onClick={onBack}>
        {t('session.reset.back')}
      </Button>
    </CoveredForm>
  );
}
