import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isOrderOpen } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { Paper } from '../../domain/desk.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { usePatientWords } from '../usePatientWords.ts';
import { PresenceMark } from './Companion.tsx';
import { FinishDialog } from './FinishDialog.tsx';
import { PaneClocks } from './PaneClocks.tsx';
import { PaneTabs } from './PaneTabs.tsx';
import { FinishButton, PaneTools } from './PaneTools.tsx';
import { PatientFacts } from './PatientFacts.tsx';
import { factsId, useRoom } from './room.ts';
import { paneGrip } from './usePaneDrag.ts';

type Props = {
  readonly orderId: OrderId;
  readonly consultation: Consultation;
  readonly order: ConsultOrder | null;
  readonly place: number;
  readonly among: number;
  readonly columns: number;
  readonly maximised: boolean;
  /** Too narrow for whole sentences. */
  readonly narrow: boolean;
  readonly roomy: boolean;
  readonly available: readonly Paper[];
  readonly paper: Paper | null;
  readonly onPaper: (paper: Paper | null) => void;
  readonly onSearch: () => void;
};

/** Whose pane this is: always in view above chat and forms, with what must never be overlooked. */
export function PaneHeader({
  orderId,
  consultation,
  order,
  narrow,
  roomy,
  available,
  paper,
  onPaper,
  onSearch,
  ...place
}: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const { single, back } = useRoom();
  const [asking, setAsking] = useState(false);
  const conversationId = useSelector(consultation, (s) => s.context.key.conversationId);
  const clocks = order ? <PaneClocks order={order} narrow={narrow} /> : null;
  const finish = <FinishButton consultation={consultation} narrow={narrow} onFinish={() => setAsking(true)} />;
  return (
    <header className="pane-head" data-narrow={narrow || undefined} id={factsId(orderId)} tabIndex={-1}>
      <div className="pane-head-line">
        {single ? (
          <IconButton size="sm" label={t('workspace.backToList')} onClick={back}>
            <ArrowLeft />
          </IconButton>
        ) : null}
        <h2 title={order?.patient.name} {...(place.among > 1 ? paneGrip(orderId) : {})}>
          {order?.patient.name ?? t('common.state.loading')}
        </h2>
        {order ? (
          <>
            <span className="pane-who">{narrow ? words.short(order.patient) : words.full(order.patient)}</span>
            {isOrderOpen(order.status) ? <PresenceMark conversationId={order.conversationId} narrow={narrow} /> : null}
            <span className="pane-number" title={t('workspace.patient.orderNo', { number: order.orderNo })}>
              {narrow ? order.orderNo : t('workspace.patient.orderNo', { number: order.orderNo })}
            </span>
          </>
        ) : null}
        <span className="pane-head-end">
          {narrow ? null : clocks}
          {narrow ? null : finish}
          <PaneTools
            orderId={orderId}
            narrow={narrow}
            onSearch={available.includes('record') ? onSearch : null}
            {...place}
          />
        </span>
      </div>
      {order ? (
        <div className="pane-head-line">
          <PatientFacts patient={order.patient} />
          {narrow ? <span className="pane-clocks">{clocks}</span> : null}
          <div className="pane-papers">
            <PaneTabs
              orderId={orderId}
              conversationId={conversationId}
              patient={order.patient.name}
              available={available}
              withChat={!roomy}
              paper={paper}
              onPaper={onPaper}
            />
            {narrow ? finish : null}
          </div>
          <FinishDialog
            consultation={consultation}
            order={order}
            asking={asking}
            onAsked={() => setAsking(false)}
            onPaper={onPaper}
          />
        </div>
      ) : null}
    </header>
  );
}
