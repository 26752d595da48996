import { textLengths } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { useForm } from './useForm.ts';

type Props = {
  /** Where the typed address is kept until it is added. */
  readonly name: string;
  readonly hint: string;
  readonly add: (host: string) => Promise<Answer<{ readonly host: string; readonly added: boolean }>>;
  readonly onChanged: () => void;
};

/** Adds an address of a hospital; the platform decides what is one, and says how to write it. */
export function NewHost({ name, hint, add, onChanged }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm<{ host: string }, { host: string; added: boolean }>({
    name,
    staysOpen: true,
    stored: { host: '' },
    check: ({ host }) => (host.trim() ? {} : { host: t('common.form.required') }),
    save: ({ host }) => add(host.trim()),
    onRefused: onChanged,
    onSaved({ host, added }) {
      const text = t(added ? 'hospital.addresses.added' : 'hospital.addresses.wasThere', { host });
      toasts.show({ tone: added ? 'success' : 'info', text });
      onChanged();
    },
  });
  return (
    <form
      ref={form.form}
      className="new-host"
      noValidate
      aria-label={t('hospital.addresses.new')}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <TextField
        label={t('hospital.addresses.new')}
        hint={hint}
        maxLength={textLengths.host}
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        value={form.values.host}
        error={form.errorOf('host')}
        onChange={({ target }) => form.change({ host: target.value })}
      />
      <Button type="submit" look="outline" busy={form.busy}>
        {t('hospital.addresses.add')}
      </Button>
      {form.refusal ? (
        <p className="form-refusal" role="alert">
          {form.refusal}
        </p>
      ) : null}
    </form>
  );
}
