import { useSelector } from '@xstate/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { limits } from '../../../contract/limits.ts';
import { codePoints } from '../../domain/codePoints.ts';
import { summaryForm } from '../../domain/drafts.ts';
import { type FinishBlocker, mayFinishAnyway } from '../../domain/finish.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { blockersOf, phase, summaryOf } from '../../machines/selectors/consultation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useTextDraft } from '../forms/useFormDraft.ts';
import { isSend } from '../keyboard/keyMap.ts';
import { usePatientColour, usePatientWords } from '../patientFacts/patients.ts';

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  /** The doctor has pressed "finish" and the dialog is open. */
  readonly asking: boolean;
  readonly onAsked: () => void;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
};

const sidePanelOf: Record<FinishBlocker['kind'], SidePanel | null> = {
  recordMissing: 'record',
  recordUnsigned: 'record',
  prescriptionInReview: 'prescription',
  prescriptionRejected: 'prescription',
  unsentMessages: null,
};

const keyOf = (blocker: FinishBlocker) => ('id' in blocker ? blocker.id : blocker.kind);

/** Something that is still open, with a button that leads to it. */
function Blocker({ blocker, onGo }: { readonly blocker: FinishBlocker; readonly onGo: () => void }) {
  const { t } = useTranslation();
  const text = () => {
    switch (blocker.kind) {
      case 'prescriptionInReview':
      case 'prescriptionRejected':
        return t(`workspace.finish.${blocker.kind}`, { number: blocker.prescriptionNo });
      case 'unsentMessages':
        return t('workspace.finish.unsentMessages', { count: blocker.count });
      default:
        return t(`workspace.finish.${blocker.kind}`);
    }
  };
  const sidePanel = sidePanelOf[blocker.kind];
  return (
    <li>
      <CircleAlert aria-hidden="true" />
      <span>{text()}</span>
      <Button size="sm" look="ghost" onClick={onGo}>
        {t(
          sidePanel === null
            ? 'workspace.finish.openChat'
            : sidePanel === 'record'
              ? 'workspace.finish.openRecord'
              : 'workspace.finish.openPrescription',
        )}
      </Button>
    </li>
  );
}

/**
 * Finishes a consultation: names what is still open and asks for a summary for the patient; finishing can be undone.
 */
export function FinishDialog({ consultation, order, asking, onAsked, onSidePanel }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const id = useId();
  const [summary, setSummary] = useTextDraft(summaryForm(order.id));
  const box = useRef<HTMLTextAreaElement>(null);
  const count = codePoints(summary.trim());
  const left = limits.textLength - count;
  const stage = useSelector(consultation, phase);
  const blockers = useSelector(consultation, blockersOf);
  const colour = usePatientColour(order.id);
  const sent = useSelector(consultation, summaryOf);
  const isSent = stage === 'closed' && summary !== '' && sent === summary.trim();
  useEffect(() => {
    if (isSent) setSummary('');
  }, [isSent, setSummary]);
  const confirming = stage === 'confirming';
  const checking = stage === 'checking';
  const close = () => {
    onAsked();
    if (confirming || checking) consultation.send({ type: 'finish.cancelled' });
  };
  const ask = () => {
    if (left < 0) return box.current?.focus();
    onAsked();
    consultation.send({ type: 'finish.requested', summary: summary.trim() });
  };
  return (
    <Dialog
      open={asking || checking || confirming}
      title={t('workspace.finish.title')}
      closeLabel={t('common.actions.close')}
      onClose={close}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={close}>
            {t('workspace.finish.back')}
          </Button>
          {confirming ? (
            mayFinishAnyway(blockers) ? (
              <Button tone="danger" onClick={() => consultation.send({ type: 'finish.confirmed' })}>
                {t('workspace.finish.anyway')}
              </Button>
            ) : null
          ) : (
            <Button busy={checking} onClick={ask}>
              {t('workspace.finish.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className="room-form">
        <PersonTag name={order.patient.name} detail={words.full(order.patient)} colour={colour} />
        {confirming ? (
          <section className="finish-blockers" aria-labelledby={id}>
            <h3 id={id}>{t('workspace.finish.blockers')}</h3>
            <ul>
              {blockers.map((blocker) => (
                <Blocker
                  key={keyOf(blocker)}
                  blocker={blocker}
                  onGo={() => {
                    close();
                    onSidePanel(sidePanelOf[blocker.kind]);
                  }}
                />
              ))}
            </ul>
          </section>
        ) : (
          <>
            <p>{t('workspace.finish.text')}</p>
            <TextAreaField
              label={t('workspace.finish.summary')}
              hint={
                left >= 0 && count >= limits.textLength * 0.8
                  ? t('common.form.left', { count: left })
                  : t('workspace.finish.summaryHint')
              }
              error={left < 0 ? t('common.form.tooLong', { max: limits.textLength, count }) : null}
              optional={t('common.form.optional')}
              rows={3}
              ref={box}
              value={summary}
              readOnly={checking}
              onChange={(event) => setSummary(event.target.value)}
              onKeyDown={(event) => {
                if (!isSend(event, 'modEnter')) return;
                event.preventDefault();
                if (!checking) ask();
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
