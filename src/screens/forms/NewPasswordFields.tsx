import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '../../locales/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';
import { errorText } from './fields.ts';

type Field = { readonly field: UseFormRegisterReturn; readonly error: FieldError | undefined };
type Props = { readonly password: Field; readonly repeated: Field; readonly hint?: string };

/** A new password and its repetition, in each form that sets one. */
export function NewPasswordFields({ password, repeated, hint }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('session.reset.newPassword')}
        type="password"
        autoComplete="new-password"
        required
        {...(hint === undefined ? {} : { hint })}
        error={errorText(password.error)}
        {...password.field}
      />
      <TextField
        label={t('session.reset.repeatPassword')}
        type="password"
        autoComplete="new-password"
        required
        error={errorText(repeated.error)}
        {...repeated.field}
      />
    </>
  );
}
