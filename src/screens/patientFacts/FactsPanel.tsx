import { useEffect, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dotted } from '../app/joined.ts';
import { AddAllergy } from './AddAllergy.tsx';
import { AddMedicine } from './AddMedicine.tsx';
import { FactDecisions } from './FactDecisions.tsx';
import { KidneyRates } from './KidneyRates.tsx';
import { MeasureQuestion } from './MeasureQuestion.tsx';
import { Measures } from './Measures.tsx';
import { usePatientWords } from './patients.ts';
import { StateFields } from './StateFields.tsx';
import { CurrentFacts, EndedFacts } from './StoredFacts.tsx';
import { useFacts } from './useFacts.ts';
import { WrittenStatement } from './WrittenStatement.tsx';
import './factsPanel.css';

type Props = {
  readonly orderId: OrderId;
  readonly patient: PatientBrief;
  /** The field that has the focus first; `any` is the first that waits for a decision. */
  readonly field?: string | null;
  /** Runs once nothing waits for a decision any more. */
  readonly onDecided?: () => void;
};

/** The patient's facts that the checks of a prescription read: allergies, measures, states and long-term medicines. */
export function FactsPanel({ orderId, patient, field = null, onDecided }: Props) {
  const { t } = useTranslation();
  const facts = useFacts(orderId, patient.id);
  const { query } = facts;
  const stored = query.state === 'ready' ? query.data : null;
  const panel = useRef<HTMLDivElement>(null);
  const isRead = stored !== null;
  useEffect(() => {
    if (!isRead || field === null) return;
    const find = (place: string) => panel.current?.querySelector<HTMLElement>(place);
    // What waits for a decision is decided with one key.
    const input =
      find(field === 'any' ? '[data-decide] button' : `[data-decide="${field}"] button`) ??
      find(`[data-field="${field}"] :is(input, select)`);
    input?.focus();
    input?.scrollIntoView({ block: 'center' });
  }, [isRead, field]);
  if (query.state === 'failed')
    return (
      <Notice
        tone="warning"
        title={t('record.facts.failed')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={query.reload}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  if (!stored) return <Skeleton loading label={t('record.facts.loading')} lines={2} />;
  return (
    <div className="facts-panel" ref={panel}>
      {stored.written.map((written) => (
        <WrittenStatement key={`${written.place} ${written.text}`} written={written} facts={facts} />
      ))}
      <MeasureQuestion question={facts.question} />
      <FactDecisions patient={stored.patient} facts={facts} onAllDecided={() => onDecided?.()} />
      {facts.problem === null ? null : <Notice tone="danger" urgent title={facts.problem} />}
      <CurrentFacts stored={stored} facts={facts} />
      <KidneyRates patient={stored.patient} />

      <AddAllergy facts={facts} />
      <AddMedicine facts={facts} />
      <Measures patient={patient} current={stored.current} facts={facts} />
      <StateFields patient={patient} current={stored.current} facts={facts} />
      <EndedFacts stored={stored} />
    </div>
  );
}

type DialogProps = Props & {
  readonly onClose: () => void;
  readonly lastFocus: () => HTMLElement | null;
};

/** The patient's facts from anywhere in the pane; the title names the patient. */
export function FactsDialog({ onClose, lastFocus, ...facts }: DialogProps) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const { patient } = facts;
  const title = dotted(t('record.facts.title'), patient.name, words.full(patient));
  return (
    <Dialog open size="lg" title={title} closeLabel={t('common.actions.close')} {...{ onClose, lastFocus }}>
      <FactsPanel {...facts} />
    </Dialog>
  );
}
