import { useCallback } from 'react';
import type { TemplateBrief } from '../../../contract/extension/templates.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { lastIssued, offerFromRx, type RxOffer, setFrom } from '../../domain/rxTemplates.ts';
import { filledText } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { dateText } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import type { DraftUse } from '../prescription/useDraft.ts';
import { KeptInputOf } from '../useKept.ts';
import { useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';
import { ApplySet } from './ApplySet.tsx';
import { StoredTemplate } from './StoredTemplate.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';
import { PatientLine, useKeptView, useUnsavedGuard } from './TemplateParts.tsx';
import { useTemplates, useTemplateValues } from './useTemplates.ts';

export type RxTemplatesStart = 'use' | 'save' | 'repeat';

type View =
  | { readonly name: 'list' | 'save' | 'repeat' }
  | { readonly name: 'edit' | 'apply'; readonly template: TemplateBrief };

type Props = {
  readonly prescription: PrescriptionActor;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  readonly start: RxTemplatesStart;
  readonly onClose: () => void;
};

/** Sets of medicines: chosen and taken over, saved from this prescription, and managed; and the last prescription again. */
export function RxTemplates({ prescription, patient, draft, change, start, onClose }: Props) {
  const { t } = useTranslation();
  const { view, input, setView } = useKeptView<View>({ name: start === 'use' ? 'list' : start });
  const { noteUse } = useTemplates('prescription');
  const values = useTemplateValues(patient);
  const { setUnsaved, close, question } = useUnsavedGuard(onClose);
  const toList = () => setView({ name: 'list' });
  const target = { prescription, draft, change, onBack: start === 'repeat' ? onClose : toList };
  return (
    <Dialog
      open
      size="lg"
      title={t('templates.rx.title', { patient: patient.name })}
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
              kind="prescription"
              onChoose={(template) => setView({ name: 'apply', template })}
              onEdit={(template) => setView({ name: 'edit', template })}
            />
          ) : null}
          {view.name === 'save' ? (
            <TemplateForm
              edited={{ id: null, version: 0, name: '', scope: 'personal', content: setFrom(draft, patient.name) }}
              patientName={patient.name}
              onUnsaved={setUnsaved}
              onSaved={onClose}
              onBack={toList}
            />
          ) : null}
          {view.name === 'repeat' ? <RepeatLast {...target} patient={patient} onApplied={onClose} /> : null}
          {view.name === 'edit' || view.name === 'apply' ? (
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
                ) : stored.content.kind === 'prescription' ? (
                  <ApplySet
                    {...target}
                    name={stored.name}
                    offer={withAdvice(stored.content, filledText(stored.content.advice, values))}
                    onApplied={() => {
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
