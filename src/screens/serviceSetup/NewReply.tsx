import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { codePoints } from '../../domain/codePoints.ts';
import { openVariables, type ReplyValues } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { errorText, optionalText, requiredText } from '../fields.ts';
import { useUnsaved } from '../LeaveGuard.tsx';

/** Variables that a reply may contain. */
const variables = [
  'patient.name',
  'patient.title',
  'doctor.name',
  'hospital',
] as const satisfies readonly (keyof ReplyValues)[];

const isKnown = (written: string): boolean => variables.some((name) => written.slice(2, -2).trim() === name);

/** Unknown variables in a reply; they are never filled in, so the reply could not be sent. */
const unknownVariables = (content: string): readonly string[] =>
  openVariables(content).filter((written) => !isKnown(written));

const mostLetters = 2_000;
const Reply = z.object({ title: optionalText(60), content: requiredText(mostLetters) });
const empty = { title: '', content: '' };

type Props = {
  /** A reply to start from; its text is appended to what was typed. */
  readonly template: QuickReply | null;
  readonly onAdded: () => void;
};

/** Creates a quick reply, empty or from a template. */
export function NewReply({ template, onAdded }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(Reply), defaultValues: empty, mode: 'onTouched' });
  const { register, formState, getValues, setValue, setFocus } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsaved(isDirty);
  useEffect(() => {
    if (!template) return;
    const typed = getValues();
    setValue('title', typed.title || (template.title ?? ''), { shouldDirty: true });
    setValue('content', [typed.content, template.content].filter(Boolean).join('\n'), { shouldDirty: true });
    setFocus('content');
  }, [template, getValues, setValue, setFocus]);
  const content = form.watch('content');
  const left = mostLetters - codePoints(content);
  const unknown = unknownVariables(content);

  const add = form.handleSubmit(async ({ title, content: text }) => {
    const answer = await api.createQuickReply(
      { content: text.trim(), ...(title.trim() ? { title: title.trim() } : {}) },
      { quiet: true },
    );
    if (!answer.ok) return form.setError('root', { message: answer.failure.message });
    form.reset(empty);
    onAdded();
    toasts.show({ tone: 'success', text: t('settings.replies.added') });
  });
  return (
    <form className="card" noValidate aria-label={t('settings.replies.new')} onSubmit={(event) => void add(event)}>
      <h2>{t('settings.replies.new')}</h2>
      <TextField
        label={t('settings.replies.name')}
        optional={t('common.form.optional')}
        autoComplete="off"
        error={errorText(errors.title)}
        {...register('title')}
      />
      <TextAreaField
        label={t('settings.replies.content')}
        rows={5}
        required
        hint={
          unknown.length > 0
            ? t('settings.replies.unknown', { names: unknown.join(' ') })
            : left < mostLetters / 5
              ? t('common.form.left', { count: Math.max(0, left) })
              : t('settings.replies.contentHint')
        }
        error={errorText(errors.content)}
        {...register('content')}
      />
      <fieldset className="setup-variables">
        <legend>{t('settings.replies.variables')}</legend>
        {variables.map((name) => (
          <Button
            key={name}
            size="sm"
            look="outline"
            tone="neutral"
            onClick={() => {
              setValue('content', `${getValues('content')}{{${name}}}`, { shouldDirty: true });
              setFocus('content');
            }}
          >
            {t(`settings.replies.variable.${name}`)}
          </Button>
        ))}
      </fieldset>
      <footer className="form-foot">
        {errors.root ? (
          <p className="form-refusal" role="alert">
            {errors.root.message}
          </p>
        ) : (
          <span />
        )}
        <Button look="ghost" tone="neutral" disabled={!isDirty || isSubmitting} onClick={() => form.reset(empty)}>
          {t('common.actions.clear')}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {t('common.actions.add')}
        </Button>
      </footer>
    </form>
  );
}
