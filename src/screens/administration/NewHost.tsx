import { textLengths } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';

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
  const form = useSavedForm<{ host: string }, { host: string; added: boolean }>({
    name,
    stored: { host: '' },
    check: ({ host }) => (host.trim() ? {} : { host: problem('common.form.required') }),
    save: ({ host }) => add(host.trim()),
    next: () => ({ host: '' }),
    onRefused: onChanged,
    onSaved({ host, added }) {
      const text = t(added ? 'hospital.addresses.added' : 'hospital.addresses.wasThere', { host });
      toasts.show({ tone: added ? 'success' : 'info', text });
      onChanged();
    },
  });
  return (
    <form className="new-host" noValidate aria-label={t('hospital.addresses.new')} onSubmit={form.submit}>
      <TextField
        label={t('hospital.addresses.new')}
        hint={hint}
        maxLength={textLengths.host}
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        {...form.fieldOf('host')}
      />
      <Button type="submit" look="outline" busy={form.isSaving}>
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
