import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Department } from '../../../contract/extension/hospital.ts';
import { textLengths } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { namedIn } from './namedIn.ts';
import { useRequestId } from './requestId.ts';

type Props = {
  /** Null for a new one. */
  readonly department: Department | null;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

/** The names of a department in both languages. */
export function DepartmentDialog({ department, onClose, onChanged }: Props) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const [clientRequestId, renewRequestId] = useRequestId('new department');
  const form = useSavedForm<{ name: string; nameEn: string }, unknown>({
    name: department ? `department ${department.id}` : 'new department',
    stored: { name: department?.name ?? '', nameEn: department?.nameEn ?? '' },
    check: ({ name }) => (isBlank(name) ? { name: problem('common.form.required') } : {}),
    save: (names) =>
      department
        ? api.updateDepartment({ id: department.id, version: department.version, ...names }, { quiet: true })
        : api.createDepartment({ clientRequestId, ...names }, { quiet: true }),
    onRefused: onChanged,
    onSaved() {
      renewRequestId();
      onChanged();
      onClose();
    },
  });
  return (
    <Dialog
      open
      size="sm"
      title={department ? namedIn(language, department) : t('departments.add')}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <form className="administration-form" noValidate onSubmit={form.submit}>
        <TextField
          label={t('departments.fields.name')}
          required
          maxLength={textLengths.name}
          {...form.fieldOf('name')}
        />
        <TextField label={t('departments.fields.nameEn')} maxLength={textLengths.name} {...form.fieldOf('nameEn')} />
        <footer className="form-foot">
          {form.refusal ? (
            <p className="form-refusal" role="alert">
              {form.refusal}
            </p>
          ) : (
            <span />
          )}
          <Button type="submit" busy={form.isSaving} disabled={!form.isUnsaved}>
            {t('common.actions.save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
