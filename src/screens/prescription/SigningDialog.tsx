import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SigningRequest } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { isTyping } from '../../ui/useIgnoredKeys.ts';
import { checkedBy, errorText, type Problems, problem } from '../forms/fields.ts';

type Values = { readonly password: string };

const check = ({ password }: Values): Problems<Values> =>
  password === '' ? { password: problem('prescription.signing.missing') } : {};

/** Asks for the password before the first signature of a sign-in that began without it. */
export function SigningDialog({ request }: { readonly request: SigningRequest }) {
  const { t } = useTranslation();
  // The platform asks some time after the signature; keys meant for another text must not reach a password.
  const [isInterrupting] = useState(isTyping);
  const id = useId();
  const box = useRef<HTMLInputElement | null>(null);
  const form = useForm<Values>({ resolver: checkedBy(check), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const sign = form.handleSubmit(async ({ password }) => {
    const refusal = await request.submit(password);
    if (refusal === null) return;
    form.setError('password', { message: refusal });
    form.setFocus('password', { shouldSelect: true });
  });
  const { ref, ...field } = form.register('password');
  return (
    <Dialog
      open
      size="sm"
      title={t('prescription.signing.title')}
      closeLabel={t('common.actions.close')}
      onClose={request.cancel}
      firstFocus={box}
      interrupts={isInterrupting}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={request.cancel}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={id} busy={isSubmitting}>
            {t('prescription.signing.sign')}
          </Button>
        </>
      }
    >
      <form id={id} className="ui-stack" noValidate onSubmit={(event) => void sign(event)}>
        <p>{t('prescription.signing.text')}</p>
        <TextField
          {...field}
          ref={(element) => {
            ref(element);
            box.current = element;
          }}
          label={t('prescription.signing.password')}
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          error={errorText(errors.password)}
        />
      </form>
    </Dialog>
  );
}
