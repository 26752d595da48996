import { useState } from 'react';
import type { RecordTemplate, TemplateBrief, TemplateContent } from '../../../contract/extension/templates.ts';
import type { TemplateId } from '../../../contract/ids.ts';
import type { Failure } from '../../../contract/operation.ts';
import { sectionLength, sections } from '../../domain/record.ts';
import { type EditedContent, editedContent, storedContent } from '../../domain/rxTemplates.ts';
import { takenBy, unknownVariables } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useKept } from '../useKept.ts';
import { SetLines } from './SetLines.tsx';
import { ChosenDiagnoses, knownVariables, useVariableError } from './TemplateParts.tsx';
import { useTemplates } from './useTemplates.ts';

/** A template as it is edited; without an id it is new. */
export type Edited = {
  readonly id: TemplateId | null;
  readonly version: number;
  readonly name: string;
  readonly scope: TemplateBrief['scope'];
  readonly content: TemplateContent;
};

type Now = Omit<Edited, 'content'> & { readonly content: EditedContent };

const isEmpty = (content: EditedContent) =>
  content.kind === 'prescription'
    ? content.lines.length === 0
    : content.diagnosisList.length === 0 && sections.every((name) => !content.sections[name]?.trim());

const textsOf = (content: EditedContent) =>
  content.kind === 'prescription' ? [content.advice] : sections.map((name) => content.sections[name] ?? '');

type Props = {
  readonly edited: Edited;
  /** The patient whose record or prescription becomes a template; null for a stored template. */
  readonly patientName: string | null;
  /** Whether something is typed here that closing would lose. */
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onSaved: () => void;
  readonly onBack: () => void;
};

/** Saves a template: its name, who sees it, and its content, which can be corrected. */
export function TemplateForm({ edited, patientName, onUnsaved, onSaved, onBack }: Props) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { save } = useTemplates(edited.content.kind);
  const [now, setNow] = useKept<Now>('form', { ...edited, content: editedContent(edited.content) });
  const { id, version, name, scope, content } = now;
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = (patch: Partial<Now>) => {
    setFailure(null);
    onUnsaved(true);
    setNow({ ...now, ...patch });
  };
  const isWrong =
    name.trim() === '' || isEmpty(content) || textsOf(content).some((text) => unknownVariables(text).length > 0);
  async function store(target: { id: TemplateId; version: number } | null) {
    setTried(true);
    const stored = storedContent(content);
    if (isWrong || stored === null || busy) return;
    setBusy(true);
    const answer = await save({ ...(target ?? {}), name: name.trim(), scope, content: stored });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    onUnsaved(false);
    toasts.show({ tone: 'success', text: t('templates.form.saved', { name: name.trim() }) });
    onSaved();
  }
  const taken = failure && id === null ? takenBy(failure.data) : null;
  const emptyText = t(content.kind === 'record' ? 'templates.form.empty' : 'templates.form.emptySet');
  return (
    <form
      className="tpl-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store(id === null ? null : { id, version });
      }}
    >
      <TextField
        label={t('templates.form.name')}
        hint={t('templates.form.nameHint')}
        required
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={tried && name.trim() === '' ? t('templates.form.nameMissing') : null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={t('templates.form.scope')}
        value={scope}
        choices={(['personal', 'department'] as const).map((value) => ({
          value,
          label: t(`templates.form.scopes.${value}`),
        }))}
        onChange={(event) => change({ scope: event.target.value === 'department' ? 'department' : 'personal' })}
      />
      {patientName === null ? null : (
        <Notice tone="info" title={t('templates.form.patientName', { patient: patientName })} />
      )}
      {content.kind === 'record' ? (
        <RecordTexts content={content} onChange={(next) => change({ content: next })} />
      ) : (
        <SetLines content={content} tried={tried} onChange={(next) => change({ content: next })} />
      )}
      <p className="tpl-note">{t('templates.form.variables', { known: knownVariables })}</p>
      {tried && isEmpty(content) ? <Notice tone="danger" urgent title={emptyText} /> : null}
      {failure ? (
        <Notice
          tone="danger"
          urgent
          title={t('templates.form.problem', { reason: failure.message })}
          actions={
            taken ? (
              <Button size="sm" look="outline" tone="neutral" onClick={() => void store(taken)}>
                {t('templates.form.replace')}
              </Button>
            ) : undefined
          }
        />
      ) : null}
      <div className="tpl-foot">
        <Button
          look="outline"
          tone="neutral"
          disabled={busy}
          onClick={() => {
            onUnsaved(false);
            onBack();
          }}
        >
          {t('templates.form.back')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('templates.form.save')}
        </Button>
      </div>
    </form>
  );
}

type TextsProps = { readonly content: RecordTemplate; readonly onChange: (content: RecordTemplate) => void };

function RecordTexts({ content, onChange }: TextsProps) {
  const { t } = useTranslation();
  const wrong = useVariableError();
  return (
    <>
      {sections.map((name) => (
        <TextAreaField
          key={name}
          label={t(`record.fields.${name}`)}
          rows={1}
          maxLength={sectionLength(name)}
          value={content.sections[name] ?? ''}
          error={wrong(content.sections[name] ?? '')}
          onChange={(event) => onChange({ ...content, sections: { ...content.sections, [name]: event.target.value } })}
        />
      ))}
      <ChosenDiagnoses
        diagnoses={content.diagnosisList}
        onChange={(diagnosisList) => onChange({ ...content, diagnosisList: [...diagnosisList] })}
      />
    </>
  );
}
