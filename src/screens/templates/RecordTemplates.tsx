import { useSelector } from '@xstate/react';
import type { TemplateBrief } from '../../../contract/extension/templates.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { sections } from '../../domain/record.ts';
import { offerOf, templateFrom } from '../../domain/recordTemplates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { dateText } from '../../ui/format.ts';
import { KeptInputOf } from '../useKept.ts';
import { useLocale } from '../useLocale.ts';
import { InsertSections } from './InsertSections.tsx';
import { PastOffer, type PastRecord, PastRecords } from './PastRecords.tsx';
import { StoredTemplate } from './StoredTemplate.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';
import { PatientLine, useKeptView, useUnsavedGuard } from './TemplateParts.tsx';
import { useTemplates, useTemplateValues } from './useTemplates.ts';

export type RecordTemplatesStart = 'use' | 'save' | 'past';

type View =
  | { readonly name: 'list' | 'save' | 'past' }
  | { readonly name: 'edit' | 'insert'; readonly template: TemplateBrief }
  | { readonly name: 'copy'; readonly past: PastRecord };

type Props = {
  readonly record: RecordActor;
  readonly patient: PatientBrief;
  readonly start: RecordTemplatesStart;
  readonly onClose: () => void;
};

const allParts = [...sections, 'diagnosisList'] as const;

/** Templates for the record: inserted section by section, saved from this record, and managed; and earlier records. */
export function RecordTemplates({ record, patient, start, onClose }: Props) {
  const { t } = useTranslation();
  const where = useLocale();
  const { view, input, setView } = useKeptView<View>({ name: start === 'use' ? 'list' : start });
  const fields = useSelector(record, (s) => s.context.fields);
  const { noteUse } = useTemplates('record');
  const values = useTemplateValues(patient);
  const { setUnsaved, close, question } = useUnsavedGuard(onClose);
  const toList = () => setView({ name: 'list' });
  const toPast = () => setView({ name: 'past' });
  return (
    <Dialog
      open
      size="lg"
      title={t('templates.record.title', { patient: patient.name })}
      closeLabel={t('common.actions.close')}
      maskCloses={view.name !== 'save' && view.name !== 'edit'}
      onClose={close}
    >
      <div className="tpl">
        <PatientLine patient={patient} />
        {question}
        <KeptInputOf value={input}>
          {view.name === 'list' ? (
            <TemplateList
              kind="record"
              onChoose={(template) => setView({ name: 'insert', template })}
              onEdit={(template) => setView({ name: 'edit', template })}
            />
          ) : null}
          {view.name === 'save' ? (
            <TemplateForm
              edited={{
                id: null,
                version: 0,
                name: '',
                scope: 'personal',
                content: templateFrom(fields, allParts, patient.name),
              }}
              patientName={patient.name}
              onUnsaved={setUnsaved}
              onSaved={onClose}
              onBack={toList}
            />
          ) : null}
          {view.name === 'past' ? (
            <PastRecords record={record} patient={patient} onChoose={(past) => setView({ name: 'copy', past })} />
          ) : null}
          {view.name === 'copy' ? (
            <PastOffer past={view.past} patient={patient}>
              {({ offer, notes }) => (
                <InsertSections
                  record={record}
                  offer={offer}
                  notes={notes}
                  name={dateText(view.past.at, where)}
                  onInserted={onClose}
                  onBack={toPast}
                />
              )}
            </PastOffer>
          ) : null}
          {view.name === 'edit' || view.name === 'insert' ? (
            <StoredTemplate key={`${view.name} ${view.template.id}`} id={view.template.id}>
              {(stored) =>
                view.name === 'edit' ? (
                  <TemplateForm
                    edited={stored}
                    patientName={null}
                    onUnsaved={setUnsaved}
                    onSaved={toList}
                    onBack={toList}
                  />
                ) : stored.content.kind === 'record' ? (
                  <InsertSections
                    record={record}
                    offer={offerOf(stored.content, values)}
                    name={stored.name}
                    onBack={toList}
                    onInserted={() => {
                      void noteUse(stored.id);
                      onClose();
                    }}
                  />
                ) : null
              }
            </StoredTemplate>
          ) : null}
        </KeptInputOf>
      </div>
    </Dialog>
  );
}
