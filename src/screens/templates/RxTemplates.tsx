import { useCallback } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { lastIssued, offerFromRx, type RxOffer, setFrom } from '../../domain/rxTemplates.ts';
import { filledText } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { dateText } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useQuery } from '../lists/usePages.ts';
import type { DraftUse } from '../prescription/useDraft.ts';
import { ApplySet } from './ApplySet.tsx';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { useTemplates, useTemplateValues } from './useTemplates.ts';

export type RxTemplatesStart = 'use' | 'save' | 'repeat';

type Props = {
  readonly prescription: PrescriptionActor;
  /** The record of the consultation. */
  readonly record: RecordActor | null;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  readonly start: RxTemplatesStart;
  readonly onClose: () => void;
};

/** Sets of medicines: chosen and taken over, saved from this prescription, and managed; and the last prescription again. */
export function RxTemplates({ prescription, record, patient, draft, change, start, onClose }: Props) {
  const { t } = useTranslation();
  const { noteUse } = useTemplates('prescription');
  const valuesFor = useTemplateValues(patient);
  const target = { prescription, draft, change };
  return (
    <TemplatesDialog<'repeat'>
      kind="prescription"
      title={t('templates.rx.title', { patient: patient.name })}
      patient={patient}
      record={record}
      start={start === 'repeat' ? { name: 'own', own: 'repeat' } : { name: start === 'use' ? 'list' : 'save' }}
      contentToSave={() => setFrom(draft, patient.name)}
      onClose={onClose}
      use={(stored, toList) =>
        stored.content.kind === 'prescription' ? (
          <ApplySet
            {...target}
            name={stored.name}
            offer={withAdvice(stored.content, filledText(stored.content.advice, valuesFor(stored.content.advice)))}
            onBack={toList}
            onApplied={() => {
              void noteUse(stored.id);
              onClose();
            }}
          />
        ) : null
      }
      own={() => <RepeatLast {...target} patient={patient} onBack={onClose} onApplied={onClose} />}
    />
  );
}

/** The same object for the same content, so that the pharmacy is asked once. */
const made = new WeakMap<object, RxOffer>();
function withAdvice(content: RxOffer, advice: string): RxOffer {
  const known = made.get(content);
  if (known?.advice === advice) return known;
  const offer = { ...content, advice };
  made.set(content, offer);
  return offer;
}

type RepeatProps = Omit<Parameters<typeof ApplySet>[0], 'offer' | 'name'> & Pick<Props, 'patient'>;

const looked = 20;

/** The patient's last issued prescription in this hospital, offered again. */
function RepeatLast({ patient, ...target }: RepeatProps) {
  const { t } = useTranslation();
  const { api } = useApp();
  const where = useLocale();
  const patientId = patient.id;
  const answer = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        const read = await api.prescriptionHistory({ patientId, pageNo: 1, pageSize: looked }, { signal, quiet: true });
        if (!read.ok) return read;
        const last = lastIssued(read.data.list);
        return { ok: true as const, data: last && { at: last.createTime, offer: offerFromRx(last) } };
      },
      [api, patientId],
    ),
  );
  if (answer.state === 'failed')
    return (
      <ErrorPane
        title={t('templates.rx.lastFailed')}
        text={answer.failure.message}
        retryLabel={t('common.actions.retry')}
        onRetry={answer.reload}
      />
    );
  if (answer.state === 'loading') return <Skeleton loading label={t('common.state.loading')} lines={4} />;
  if (answer.data === null) return <EmptyState title={t('templates.rx.noLast')} />;
  const { at, offer } = answer.data;
  return <ApplySet {...target} offer={offer} name={t('templates.rx.last', { date: dateText(at, where) })} />;
}
