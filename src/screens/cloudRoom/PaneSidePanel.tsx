import { useSelector } from '@xstate/react';
import { Suspense, useContext } from 'react';
import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { hasPrescription, isClosed, keyOf, orderNoOf, recordOf } from '../../machines/selectors/consultation.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PaneBoundary } from '../../ui/ErrorPane.tsx';
import { PartAway } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app/app.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { panelId } from './room.ts';
import { HistoryPanel, PrescriptionPanel, RecordPanel } from './useSidePanel.ts';

type SidePanelSlotProps = { readonly consultation: Consultation; readonly patient: PatientBrief };

/** Shown while a side panel loads, or if the consultation has ended without it. */
function NotOpen({ consultation }: { readonly consultation: Consultation }) {
  const { t } = useTranslation();
  const ended = useSelector(consultation, isClosed);
  const orderId = keyOf(consultation.getSnapshot()).orderId;
  return ended ? (
    <EmptyState
      title={t('workspace.finish.ended')}
      text={t('workspace.finish.closedText')}
      action={
        <Link className="pane-link" to={`/cloudRoom/detail1?id=${orderId}`}>
          {t('workspace.finish.openArchive')}
        </Link>
      }
    />
  ) : (
    <Skeleton loading label={t('common.state.loading')} lines={8} />
  );
}

/** The medical record, once its machine is running. */
function RecordSlot({ consultation, patient }: SidePanelSlotProps) {
  const record = useSelector(consultation, recordOf);
  const orderNo = useSelector(consultation, orderNoOf);
  if (record === null) return <NotOpen consultation={consultation} />;
  return <RecordPanel record={record} patient={patient} orderNo={orderNo} />;
}

/** The prescription, once its machine is running. */
function PrescriptionSlot({ consultation }: Pick<SidePanelSlotProps, 'consultation'>) {
  const isOpen = useSelector(consultation, hasPrescription);
  return isOpen ? <PrescriptionPanel consultation={consultation} /> : <NotOpen consultation={consultation} />;
}

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly sidePanel: SidePanel;
  /** Width in pixels; null if the panel covers the chat. */
  readonly width: number | null;
  /** Something in the panel, or in a dialog that it opened, has received the focus. */
  readonly onFocus: () => void;
};

/** A side panel of the patient with its own error boundary; Escape returns the focus to the reply box. */
export function PaneSidePanel({ consultation, order, sidePanel, width, onFocus }: Props) {
  const { t } = useTranslation();
  const { report } = useApp();
  const { documentCalls } = useWork();
  const boxes = useContext(ReplyBoxes);
  const id = panelId(order.id);
  return (
    <div
      id={id}
      className="pane-side-panel"
      role="tabpanel"
      aria-labelledby={`${id}-tab-${sidePanel}`}
      tabIndex={-1}
      data-over={width === null || undefined}
      style={width === null ? undefined : { width }}
      onFocusCapture={onFocus}
      onKeyDown={(event) => {
        // React events of a dialog bubble through the React tree to this panel, so ignore keys from outside its
        // element.
        const here = event.currentTarget.contains(event.target as Node);
        if (here && event.key === 'Escape' && !event.defaultPrevented) boxes.focus(order.id);
      }}
    >
      <PaneBoundary
        title={t('common.pane.crashed')}
        text={t('common.pane.crashedHint')}
        retryLabel={t('common.actions.retry')}
        onError={report}
        resetKeys={[sidePanel, order.id]}
      >
        <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={8} />}>
          {sidePanel === 'history' ? (
            <HistoryPanel patient={order.patient} orderId={order.id} />
          ) : (
            <PartAway of={documentCalls}>
              {sidePanel === 'record' ? (
                <RecordSlot consultation={consultation} patient={order.patient} />
              ) : (
                <PrescriptionSlot consultation={consultation} />
              )}
            </PartAway>
          )}
        </Suspense>
      </PaneBoundary>
    </div>
  );
}
