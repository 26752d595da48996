import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { usePatientWords } from '../usePatientWords.ts';
import { PaneClocks } from './PaneClocks.tsx';
import { PaneTabs } from './PaneTabs.tsx';
import { PaneTools } from './PaneTools.tsx';
import { PatientFacts } from './PatientFacts.tsx';
import { factsId } from './room.ts';
import type { Paper } from './usePapers.ts';

type Props = {
  readonly orderId: OrderId;
  readonly consultation: Consultation;
  readonly order: ConsultOrder | null;
  readonly place: number;
  readonly among: number;
  readonly maximised: boolean;
  readonly roomy: boolean;
  readonly paper: Paper | null;
  readonly onPaper: (paper: Paper | null) => void;
};

/** Whose pane this is: always in view above chat and forms, with what must never be overlooked. */
export function PaneHeader(props: Props) {
  const { orderId, consultation, order, roomy, paper, onPaper } = props;
  const { t } = useTranslation();
  const words = usePatientWords();
  return (
    <header className="pane-head" id={factsId(orderId)} tabIndex={-1}>
      <div className="pane-head-line">
        <h2>{order?.patient.name ?? t('common.state.loading')}</h2>
        {order ? <span className="pane-who">{words.full(order.patient)}</span> : null}
        {order ? (
          <span className="pane-number">{t('workspace.patient.orderNo', { number: order.orderNo })}</span>
        ) : null}
        <span className="pane-head-end">
          {order ? <PaneClocks order={order} /> : null}
          <PaneTools {...props} />
        </span>
      </div>
      {order ? (
        <div className="pane-head-line">
          <PatientFacts patient={order.patient} />
          <PaneTabs
            orderId={orderId}
            patient={order.patient.name}
            withChat={!roomy}
            paper={paper}
            onPaper={onPaper}
            conversationId={consultation.getSnapshot().context.key.conversationId}
          />
        </div>
      ) : null}
    </header>
  );
}
