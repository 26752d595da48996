import { type FormEvent, useId, useRef, useState } from 'react';
import type { SigningRequest } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Asks for the password before the first signature of a sign-in that began without it. */
export function SigningDialog({ request }: { readonly request: SigningRequest }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setProblem(t('prescription.signing.missing'));
    setBusy(true);
    const refusal = await request.submit(password);
    setBusy(false);
    setProblem(refusal);
    if (refusal !== null) field.current?.select();
  };
  return (
    <Dialog
      open
      size="sm"
      title={t('prescription.signing.title')}
      closeLabel={t('common.actions.close')}
      onClose={request.cancel}
      firstFocus={field}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={request.cancel}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {t('prescription.signing.sign')}
          </Button>
        </>
      }
    >
      <form id={form} className="ui-stack" onSubmit={submit}>
        <p>{t('prescription.signing.text')}</p>
        <TextField
          ref={field}
          label={t('prescription.signing.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          maxLength={200}
          error={problem}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
