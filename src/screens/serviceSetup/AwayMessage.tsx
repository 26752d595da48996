import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { setupLimits } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, optionalText } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useStoredValues } from '../forms/useStoredValues.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';

const Away = z.object({ message: optionalText(setupLimits.awayMessage) });

function AwayForm({ message }: { readonly message: string }) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(Away), defaultValues: { message }, mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const drop = useDraftedForm(form, 'away message');
  useStoredValues(form, { message });
  useUnsaved(isDirty, drop);
  const save = form.handleSubmit(async (fields) => {
    const answer = await api.putAwayMessage(fields, { quiet: true });
    if (!answer.ok) return form.setError('root', { message: answer.failure.message });
    form.reset(fields);
    drop();
    toasts.show({ tone: 'success', text: t('settings.away.saved') });
  });
  return (
    <form className="card" noValidate aria-label={t('settings.away.title')} onSubmit={(event) => void save(event)}>
      <h2>{t('settings.away.title')}</h2>
      <p className="card-note">{t('settings.away.text')}</p>
      <TextAreaField
        label={t('settings.away.message')}
        hint={t('settings.away.hint', { max: setupLimits.awayMessage })}
        rows={3}
        error={errorText(errors.message)}
        {...register('message')}
      />
      <FormFoot unsaved={isDirty} saving={isSubmitting} refusal={errors.root?.message} onReset={drop} />
    </form>
  );
}

/** What patients read while the doctor is away. */
export function AwayMessage() {
  const { api } = useApp();
  const result = useQuery(useCallback((signal) => api.getAwayMessage({}, { signal, quiet: true }), [api]));
  useOwnChanges('away', result.refresh);
  return (
    <div className="setup">
      <QueryResult result={result}>{({ message }) => <AwayForm message={message} />}</QueryResult>
    </div>
  );
}
