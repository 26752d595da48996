import { isBlank } from '../../../../clinical/words/writtenReason.ts';
import { textLengths } from '../../../../contract/limits.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useApp } from '../../app/app.ts';
import { problem } from '../../forms/fields.ts';
import { useSavedForm } from '../../forms/useSavedForm.ts';
import { storedBefore, useRequestId } from '../requestId.ts';

type Props = { readonly onClose: () => void; readonly onCreated: (id: string) => void };

const hostsIn = (typed: string) => typed.split(/[\s,;，；、]+/).filter((host) => host !== '');

/** The names and addresses of a new hospital. */
export function NewHospital({ onClose, onCreated }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const [clientRequestId, renewRequestId] = useRequestId('new hospital');
  const form = useSavedForm({
    name: 'new hospital',
    stored: { name: '', nameEn: '', hosts: '' },
    check: ({ name, hosts }) => ({
      ...(isBlank(name) ? { name: problem('common.form.required') } : {}),
      ...(hostsIn(hosts).length > 0 ? {} : { hosts: problem('common.form.required') }),
    }),
    save: ({ hosts, ...typed }) =>
      api.createHospital(
        { clientRequestId, ...typed, hosts: hostsIn(hosts), website: window.location.host },
        { quiet: true },
      ),
    onRefused(failure) {
      const id = storedBefore(failure);
      if (id === null) return;
      renewRequestId();
      toasts.show({ tone: 'warning', text: t('hospitals.storedBefore') });
      onCreated(id);
    },
    onSaved({ id }, { name }) {
      renewRequestId();
      toasts.show({ tone: 'success', text: t('hospitals.created', { name }) });
      onCreated(id);
    },
  });
  return (
    <Dialog
      open
      size="sm"
      title={t('hospitals.add')}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <form className="administration-form" noValidate aria-label={t('hospitals.add')} onSubmit={form.submit}>
        <p>{t('hospitals.addText')}</p>
        {(['name', 'nameEn'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`hospitals.fields.${field}`)}
            required={field === 'name'}
            maxLength={textLengths.name}
            {...form.fieldOf(field)}
          />
        ))}
        <TextField
          label={t('hospitals.addresses')}
          hint={t('hospitals.hostsHint')}
          required
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          {...form.fieldOf('hosts')}
        />
        <footer className="form-foot">
          {form.refusal ? (
            <p className="form-refusal" role="alert">
              {form.refusal}
            </p>
          ) : (
            <span />
          )}
          <Button type="submit" busy={form.isSaving}>
            {t('hospitals.create')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
