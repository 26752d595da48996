import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Dictionary } from '../../../contract/extension/dictionaries.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { errorText, requiredText, showRefusal } from '../forms/fields.ts';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';

const Labels = z.object({ label: requiredText(60), labelEn: requiredText(100) });

type Props = {
  readonly dictType: string;
  /** Null for a new entry. */
  readonly entry: Dictionary['entries'][number] | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** The dialog in which an entry gets its labels. */
export function EntryForm({ dictType, entry, onClose, onSaved }: Props) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const defaultValues = { label: entry?.label ?? '', labelEn: entry?.labelEn ?? '' };
  const form = useForm({ resolver: zodResolver(Labels), defaultValues, mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const { close, question } = useDiscardQuestion(isDirty, onClose);
  const title = entry
    ? t('catalogues.dictionaries.edit', { name: language === 'en' ? entry.labelEn : entry.label })
    : t('catalogues.dictionaries.add');
  const save = form.handleSubmit(async (labels) => {
    const answer = await api.saveDictEntry({ dictType, id: entry?.id ?? null, ...labels }, { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    const name = language === 'en' ? labels.labelEn : labels.label;
    toasts.show({ tone: 'success', text: t('catalogues.saved', { name }) });
    onSaved();
  });
  return (
    <Dialog open title={title} closeLabel={t('common.actions.close')} maskCloses={false} onClose={close}>
      <form className="catalogue-form" noValidate aria-label={title} onSubmit={(event) => void save(event)}>
        <TextField
          label={t('catalogues.dictionaries.label')}
          required
          autoComplete="off"
          error={errorText(errors.label)}
          {...register('label')}
        />
        <TextField
          label={t('catalogues.dictionaries.labelEn')}
          required
          autoComplete="off"
          error={errorText(errors.labelEn)}
          {...register('labelEn')}
        />
        {errors.root ? (
          <p className="form-refusal" role="alert">
            {errors.root.message}
          </p>
        ) : null}
        {question}
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          {t('common.actions.save')}
        </Button>
      </form>
    </Dialog>
  );
}
