import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { passwordLength } from '../../../contract/limits.ts';
import { codePoints } from '../../domain/codePoints.ts';
import { passwordProblem } from '../../domain/passwordProblem.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { errorText, problem, requiredText } from '../forms/fields.ts';
import { NewPasswordFields } from '../forms/NewPasswordFields.tsx';

const { min: shortest, max: longest } = passwordLength;

const Passwords = z
  .object({
    oldPassword: requiredText(longest),
    newPassword: requiredText(longest).check(
      z.refine((typed) => typed.trim() === '' || codePoints(typed) >= shortest, {
        error: problem('profile.password.short', { min: shortest }),
      }),
    ),
    repeated: z.string(),
  })
  .check(
    z.refine(({ newPassword, repeated }) => newPassword === repeated, {
      error: problem('session.reset.different'),
      path: ['repeated'],
    }),
  );

const empty = { oldPassword: '', newPassword: '', repeated: '' };

/** Changes the password. All other sessions of the account end. */
export function ChangePassword({ onChanged = () => {} }: { readonly onChanged?: () => void }) {
  const { api, entrance, toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(Passwords), defaultValues: empty });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;

  const change = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    const answer = await api.updatePassword({ oldPassword, newPassword, device: entrance.device() }, { quiet: true });
    if (!answer.ok) {
      const field = passwordProblem(answer.failure) ?? 'root';
      return form.setError(field, { message: answer.failure.message }, { shouldFocus: true });
    }
    form.reset(empty);
    void entrance.remembered.forget();
    toasts.show({ tone: 'success', text: t('profile.password.changed') });
    onChanged();
  });
  return (
    <form className="card" noValidate aria-label={t('profile.password.title')} onSubmit={(event) => void change(event)}>
      <h2>{t('profile.password.title')}</h2>
      <p className="card-note">{t('profile.password.text')}</p>
      {/* Lets password managers assign the new password to the account. */}
      <input hidden readOnly autoComplete="username" value={entrance.lastAccount() ?? ''} />
      <TextField
        label={t('profile.password.old')}
        type="password"
        autoComplete="current-password"
        required
        error={errorText(errors.oldPassword)}
        {...register('oldPassword')}
      />
      <NewPasswordFields
        password={{ field: register('newPassword', { deps: ['repeated'] }), error: errors.newPassword }}
        repeated={{ field: register('repeated'), error: errors.repeated }}
        hint={t('profile.password.hint', { min: shortest })}
      />
      <footer className="form-foot">
        {errors.root ? (
          <p className="form-refusal" role="alert">
            {errors.root.message}
          </p>
        ) : (
          <span />
        )}
        <Button type="submit" busy={isSubmitting}>
          {t('profile.password.submit')}
        </Button>
      </footer>
    </form>
  );
}
