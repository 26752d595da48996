import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { Answer } from '../../../contract/operation.ts';
import { codePoints } from '../../domain/codePoints.ts';
import { type ImportedReply, replyVariables, setupLimits, unknownVariables } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { errorText, optionalText, problem, requiredText } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';

const Reply = z.object({
  group: optionalText(setupLimits.group),
  title: optionalText(setupLimits.title),
  content: requiredText(setupLimits.content).check(
    z.refine((text) => unknownVariables(text).length === 0, {
      error: ({ input }) =>
        problem('settings.replies.unknown', { names: unknownVariables(String(input ?? '')).join(' ') }),
    }),
  ),
});
type Reply = z.infer<typeof Reply>;

const empty: Reply = { group: '', title: '', content: '' };
const fieldsOf = ({ group, title, content }: QuickReply): Reply => ({
  group: group ?? '',
  title: title ?? '',
  content,
});
const writtenOf = ({ group, title, content }: Reply): ImportedReply => ({
  content: content.trim(),
  ...(isBlank(title) ? {} : { title: title.trim() }),
  ...(isBlank(group) ? {} : { group: group.trim() }),
});

type Props = {
  readonly label: string;
  readonly submitLabel: string;
  /** The reply to change; null for a new one. */
  readonly edited: QuickReply | null;
  /** A reply to start a new one from; its text is appended to what was typed. */
  readonly template?: QuickReply | null;
  /** Names of the groups that exist. */
  readonly groups: readonly string[];
  readonly save: (written: ImportedReply) => Promise<Answer<unknown>>;
  readonly onSaved: () => void;
};

/** Writes a quick reply. */
export function ReplyForm({ label, submitLabel, edited, template = null, groups, save, onSaved }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const first = edited ? fieldsOf(edited) : empty;
  const form = useForm({ resolver: zodResolver(Reply), defaultValues: first, mode: 'onTouched' });
  const { register, formState, getValues, setValue, setFocus } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const drop = useDraftedForm(form, edited ? `reply ${edited.id}` : 'new reply');
  useUnsaved(isDirty, drop);
  useEffect(() => {
    if (!template) return;
    const typed = getValues();
    setValue('title', typed.title || (template.title ?? ''), { shouldDirty: true });
    setValue('content', [typed.content, template.content].filter(Boolean).join('\n'), { shouldDirty: true });
    setFocus('content');
  }, [template, getValues, setValue, setFocus]);
  const content = form.watch('content');
  const left = setupLimits.content - codePoints(content);
  const unknown = unknownVariables(content);

  const submit = form.handleSubmit(async (fields) => {
    const answer = await save(writtenOf(fields));
    if (!answer.ok) return form.setError('root', { message: answer.failure.message });
    // The next reply often belongs to the same group.
    form.reset(edited ? fields : { ...empty, group: fields.group });
    drop();
    onSaved();
  });
  return (
    <form className="card" noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      {edited ? null : <h2>{label}</h2>}
      <TextField
        label={t('settings.replies.name')}
        optional={t('common.form.optional')}
        autoComplete="off"
        error={errorText(errors.title)}
        {...register('title')}
      />
      <TextField
        label={t('settings.replies.group')}
        optional={t('common.form.optional')}
        autoComplete="off"
        list={`${id}-groups`}
        error={errorText(errors.group)}
        {...register('group')}
      />
      <datalist id={`${id}-groups`}>
        {groups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextAreaField
        label={t('settings.replies.content')}
        rows={5}
        required
        hint={
          unknown.length > 0
            ? t('settings.replies.unknown', { names: unknown.join(' ') })
            : left < setupLimits.content / 5
              ? t('common.form.left', { count: Math.max(0, left) })
              : t('settings.replies.contentHint')
        }
        error={errorText(errors.content)}
        {...register('content')}
      />
      <fieldset className="setup-variables">
        <legend>{t('settings.replies.variables')}</legend>
        {replyVariables.map((name) => (
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
        <Button look="ghost" tone="neutral" disabled={!isDirty || isSubmitting} onClick={() => form.reset(first)}>
          {t(edited ? 'common.actions.reset' : 'common.actions.clear')}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}
