import { useSelector } from '@xstate/react';
import { sections } from '../../../clinical/lifecycle/record.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { offerOf, templateFrom } from '../../domain/recordTemplates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { writtenFields } from '../../machines/selectors/record.ts';
import { dateText } from '../../ui/format.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { InsertSections } from './InsertSections.tsx';
import { PastOffer, type PastRecord, PastRecords } from './PastRecords.tsx';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { useTemplates, useTemplateValues } from './useTemplates.ts';

export type RecordTemplatesStart = 'use' | 'save' | 'past';

/** The patient's earlier records, or one of them being copied. */
type PastView = { readonly copied: PastRecord | null };

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
  const fields = useSelector(record, writtenFields);
  const { noteUse } = useTemplates('record');
  const valuesFor = useTemplateValues(patient);
  return (
    <TemplatesDialog<PastView>
      kind="record"
      title={t('templates.record.title', { patient: patient.name })}
      patient={patient}
      record={record}
      start={start === 'past' ? { name: 'own', own: { copied: null } } : { name: start === 'use' ? 'list' : 'save' }}
      contentToSave={() => templateFrom(fields, allParts, patient.name)}
      onClose={onClose}
      use={(stored, toList) =>
        stored.content.kind === 'record' ? (
          <InsertSections
            record={record}
            offer={offerOf(stored.content, valuesFor(Object.values(stored.content.sections).join('\n')))}
            name={stored.name}
            onBack={toList}
            onInserted={() => {
              void noteUse(stored.id);
              onClose();
            }}
          />
        ) : null
      }
      own={({ copied }, show) =>
        copied ? (
          <PastOffer past={copied} patient={patient}>
            {({ offer, notes }) => (
              <InsertSections
                record={record}
                offer={offer}
                notes={notes}
                name={dateText(copied.at, where)}
                onInserted={onClose}
                onBack={() => show({ copied: null })}
              />
            )}
          </PastOffer>
        ) : (
          <PastRecords record={record} patient={patient} onChoose={(past) => show({ copied: past })} />
        )
      }
    />
  );
}
