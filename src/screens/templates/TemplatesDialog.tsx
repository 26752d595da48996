import type { ReactNode } from 'react';
import type { TemplateBrief, TemplateContent } from '../../../contract/extension/templates.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';
import { KeptInputOf } from '../forms/useKept.ts';
import { type Stored, StoredTemplate } from './StoredTemplate.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';
import { PatientLine, useKeptView, useTemplateDraft } from './TemplateParts.tsx';

/** What the dialog shows; `own` is what only one kind of template has. */
export type TemplatesView<Own> =
  | { readonly name: 'list' | 'save' }
  | { readonly name: 'edit' | 'use'; readonly template: TemplateBrief }
  | { readonly name: 'own'; readonly own: Own };

type Props<Own> = {
  readonly kind: TemplateContent['kind'];
  readonly title: string;
  readonly patient: PatientBrief;
  /** The record of the consultation; it may name allergies that the patient's file does not. */
  readonly record: RecordActor | null;
  readonly start: TemplatesView<Own>;
  /** What a new template takes from the document being written. */
  readonly contentToSave: () => TemplateContent;
  /** A chosen template, offered for the document. */
  readonly use: (stored: Stored, toList: () => void) => ReactNode;
  readonly own: (view: Own, show: (next: Own) => void, toList: () => void) => ReactNode;
  readonly onClose: () => void;
};

/** Templates of one kind: chosen, saved from the open document, and managed. The patient stays visible. */
export function TemplatesDialog<Own>(props: Props<Own>) {
  const { kind, title, patient, record, start, contentToSave, use, own, onClose } = props;
  const { t } = useTranslation();
  const { view, input, setView } = useKeptView<TemplatesView<Own>>(start);
  const isForm = view.name === 'save' || view.name === 'edit';
  const draft = useTemplateDraft(
    view.name === 'edit' ? `template ${view.template.id}` : `${kind} template of patient ${patient.id}`,
  );
  const { close, question } = useDiscardQuestion(isForm && draft.typed !== null, () => {
    if (isForm) draft.keep(null);
    onClose();
  });
  const toList = () => setView({ name: 'list' });
  return (
    <Dialog open size="lg" title={title} closeLabel={t('common.actions.close')} maskCloses={!isForm} onClose={close}>
      <div className="tpl">
        <PatientLine patient={patient} record={record} />
        {question}
        <KeptInputOf value={input}>
          {view.name === 'list' ? (
            <TemplateList
              kind={kind}
              onChoose={(template) => setView({ name: 'use', template })}
              onEdit={(template) => setView({ name: 'edit', template })}
            />
          ) : null}
          {view.name === 'save' ? (
            <TemplateForm
              edited={{ id: null, version: 0, name: '', scope: 'personal', content: contentToSave() }}
              patientName={patient.name}
              draft={draft}
              onSaved={onClose}
              onBack={toList}
            />
          ) : null}
          {view.name === 'own' ? own(view.own, (next) => setView({ name: 'own', own: next }), toList) : null}
          {view.name === 'edit' || view.name === 'use' ? (
            <StoredTemplate key={`${view.name} ${view.template.id}`} id={view.template.id}>
              {(stored) =>
                view.name === 'use' ? (
                  use(stored, toList)
                ) : (
                  <TemplateForm edited={stored} patientName={null} draft={draft} onSaved={toList} onBack={toList} />
                )
              }
            </StoredTemplate>
          ) : null}
        </KeptInputOf>
      </div>
    </Dialog>
  );
}
