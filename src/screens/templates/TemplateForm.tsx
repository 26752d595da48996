import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sections } from '../../../clinical/lifecycle/record.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { TemplateBrief, TemplateContent } from '../../../contract/extension/templates.ts';
import type { TemplateId } from '../../../contract/ids.ts';
import { textLengths } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/operation.ts';
import { type EditedContent, type EditedTemplate, editedContent, storedContent } from '../../domain/editedTemplate.ts';
import { refusedField, takenBy } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';
import { useKeptForm } from '../forms/useKeptForm.ts';
import { RecordTexts } from './RecordTexts.tsx';
import { type Refusal, SetLines } from './SetLines.tsx';
import { knownVariables, type TemplateDraft } from './TemplateParts.tsx';
import { useTemplates } from './useTemplates.ts';

/** A template as it is edited; without an id it is new. */
export type Edited = {
  readonly id: TemplateId | null;
  readonly version: number;
  readonly name: string;
  readonly scope: TemplateBrief['scope'];
  readonly content: TemplateContent;
};

/** An empty set is marked at its search, an empty record template has no single field for it. */
const isEmptyRecord = (content: EditedContent) =>
  content.kind === 'record' &&
  content.diagnosisList.length === 0 &&
  sections.every((name) => isBlank(content.sections[name]));

const shownFields = {
  record: /^(name|scope|diagnosisList|sections\.\w+)$/,
  prescription: /^(name|scope|diagnosisList|advice|lines(\.\d+\..+)?)$/,
} as const;

/** What the platform refuses, if this form has the field for it, without the path of the field in the message. */
function refusalOf({ data, message }: Failure, kind: TemplateContent['kind']): Refusal | null {
  const field = refusedField(data);
  if (field === null || !shownFields[kind].test(field)) return null;
  return { field, reason: message.replace(/:content\.\S+/, ':') };
}

/** Moves the focus to the first field with an error; false if there is none. */
function focusFirstError(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused] input');
  field?.focus();
  return Boolean(field);
}

type Props = {
  readonly edited: Edited;
  /** The patient whose record or prescription becomes a template; null for a stored template. */
  readonly patientName: string | null;
  readonly draft: TemplateDraft;
  readonly onSaved: () => void;
  readonly onBack: () => void;
};

/** Saves a template: its name, who sees it, and its content, which can be corrected. */
export function TemplateForm({ edited, patientName, draft, onSaved, onBack }: Props) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { save } = useTemplates(edited.content.kind);
  const { typed, keep } = draft;
  const now: EditedTemplate = typed ?? { ...edited, content: editedContent(edited.content) };
  const { id, version, name, scope, content } = now;
  const changed = useRef(false);
  const isBack = typed !== null && !changed.current;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isAtField, setAtField] = useState(false);
  const form = useKeptForm(focusFirstError);
  const { isAttempted, isSubmitting: busy } = form;
  const discard = useDiscardQuestion(typed !== null, () => {
    keep(null);
    onBack();
  });
  const change = (patch: Partial<EditedTemplate>) => {
    setFailure(null);
    changed.current = true;
    keep({ ...now, ...patch });
  };
  async function store(target: { id: TemplateId; version: number } | null) {
    const stored = storedContent(content);
    if (isEmptyRecord(content) || stored === null) return;
    const answer = await save({ ...(target ?? {}), name: name.trim(), scope, content: stored });
    flushSync(() => setFailure(answer.ok ? null : answer.failure));
    setAtField(focusFirstError(form.fields.current));
    if (!answer.ok) return;
    keep(null);
    toasts.show({ tone: 'success', text: t('templates.form.saved', { name: name.trim() }) });
    onSaved();
  }
  const submit = (target: Parameters<typeof store>[0]) => {
    setFailure(null);
    form.submit(() => store(target));
  };
  const taken = failure && id === null ? takenBy(failure.data) : null;
  const refusal = failure && refusalOf(failure, content.kind);
  const refused = (field: string) => (refusal?.field === field ? refusal.reason : null);
  return (
    <form
      ref={form.fields}
      className="tpl-form"
      noValidate
      onKeyDown={(event) => {
        // Enter in a search chooses what is found and never saves the form.
        if (event.key === 'Enter' && event.target instanceof Element && event.target.matches('[role="combobox"]'))
          event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(id === null ? null : { id, version });
      }}
    >
      {isBack ? (
        <Notice
          tone="info"
          title={t('templates.form.restored')}
          actions={
            <Button size="sm" look="outline" tone="neutral" onClick={() => keep(null)}>
              {t('shared.unsaved.discard')}
            </Button>
          }
        />
      ) : null}
      <TextField
        label={t('templates.form.name')}
        hint={t('templates.form.nameHint')}
        required
        autoFocus
        autoComplete="off"
        maxLength={textLengths.name}
        value={name}
        error={isAttempted && isBlank(name) ? t('templates.form.nameMissing') : refused('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={t('templates.form.scope')}
        value={scope}
        choices={(['personal', 'department'] as const).map((value) => ({
          value,
          label: t(`templates.form.scopes.${value}`),
        }))}
        error={refused('scope')}
        onChange={(event) => change({ scope: event.target.value === 'department' ? 'department' : 'personal' })}
      />
      {patientName === null ? null : (
        <Notice tone="info" title={t('templates.form.patientName', { patient: patientName })} />
      )}
      {content.kind === 'record' ? (
        <RecordTexts content={content} refused={refused} onChange={(next) => change({ content: next })} />
      ) : (
        <SetLines
          content={content}
          attempted={isAttempted}
          refusal={refusal}
          onChange={(next) => change({ content: next })}
        />
      )}
      <p className="tpl-note">{t('templates.form.variables', { known: knownVariables })}</p>
      {isAttempted && isEmptyRecord(content) ? <Notice tone="danger" urgent title={t('templates.form.empty')} /> : null}
      {failure && (taken || !isAtField) ? (
        <Notice
          tone="danger"
          urgent
          title={taken ? t('templates.form.taken') : t('templates.form.problem', { reason: failure.message })}
          actions={
            taken ? (
              <Button size="sm" look="outline" tone="neutral" onClick={() => submit(taken)}>
                {t('templates.form.replace')}
              </Button>
            ) : undefined
          }
        />
      ) : null}
      {discard.question}
      <div className="tpl-foot">
        <Button look="outline" tone="neutral" disabled={busy} onClick={discard.close}>
          {t('templates.form.back')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('templates.form.save')}
        </Button>
      </div>
    </form>
  );
}
