import { useSelector } from '@xstate/react';
import { ArrowLeft, Hourglass } from 'lucide-react';
import { useRef } from 'react';
import { isOrderOpen, OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { noAnswerOf, waitingSince } from '../../domain/chatSummary.ts';
import { durationText } from '../../domain/duration.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { conversationOf, prescriptionOf, recordOf } from '../../machines/selectors/consultation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useMinutes } from '../hooks/useMinutes.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { useAnswerLimit, WaitClock } from '../lists/WaitClock.tsx';
import { twicePerSecond, usePatientWords } from '../patientFacts/patients.ts';
import { PresenceMark } from './Companion.tsx';
import { FactChips } from './FactChips.tsx';
import { FinishDialog } from './FinishDialog.tsx';
import { PaneTabs } from './PaneTabs.tsx';
import { FinishButton, PaneTools } from './PaneTools.tsx';
import { factsId, useRoom } from './room.ts';
import { useFitsInRow } from './useFitsInRow.ts';
import { paneGrip } from './usePaneDrag.ts';

const soonMs = 5 * 60_000;
/** A narrow pane shows the time left only during the last hour. */
const worthRoomMs = 60 * 60_000;

/** Time until the consultation ends automatically: minutes, and seconds when it is close. */
function TimeLeft({ endsAt, narrow }: { readonly endsAt: number; readonly narrow: boolean }) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const soon = useTicking((now) => endsAt - now < soonMs);
  const time = useTicking((now) => {
    const left = Math.max(0, endsAt - now);
    return left < soonMs ? durationText(left) : minutes(left);
  });
  const hidden = useTicking((now) => narrow && endsAt - now > worthRoomMs);
  if (hidden) return null;
  return (
    <span className="pane-left" data-soon={soon || undefined} title={t('workspace.wait.endsSoon', { time })}>
      <Hourglass aria-hidden="true" />
      <span>{narrow ? time : t('workspace.wait.endsIn', { time })}</span>
    </span>
  );
}

type ClocksProps = { readonly order: ConsultOrder; readonly narrow: boolean; readonly oneRow: boolean };

/** How long the patient has been waiting for a reply or for a doctor, and when the limit passes. */
function PaneClocks({ order, narrow, oneRow }: ClocksProps) {
  const { t } = useTranslation();
  const { inbox } = useWork();
  const since = useLive(
    inbox.summaries,
    (chats) => waitingSince(chats.get(order.conversationId)?.unanswered ?? null, order),
    twicePerSecond,
  );
  const said = useLive(inbox.summaries, (chats) => {
    const chat = chats.get(order.conversationId);
    return noAnswerOf(order, chat?.unanswered ?? null).said;
  });
  const limitOf = useAnswerLimit();
  const look = { brief: narrow, terse: oneRow };
  if (order.status === OrderStatus.awaiting)
    return <WaitClock {...look} since={order.payTime ?? order.createTime} limitAt={order.overdueTime ?? null} />;
  if (!isOrderOpen(order.status)) return null;
  return (
    <>
      {order.expireTime ? <TimeLeft endsAt={order.expireTime} narrow={narrow} /> : null}
      {since === null ? null : <WaitClock {...look} since={since} limitAt={limitOf(since)} />}
      {said ? <span className="pane-left">{t('workspace.noAnswer.said')}</span> : null}
    </>
  );
}

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
  /** Too small for whole sentences about the facts. */
  readonly brief: boolean;
  readonly roomy: boolean;
  readonly available: readonly SidePanel[];
  readonly sidePanel: SidePanel | null;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
  readonly onSearch: () => void;
  /** The confirmation to finish is open. */
  readonly finishing: boolean;
  readonly onFinishing: (finishing: boolean) => void;
};

/**
 * Patient identity and safety facts, always visible above chat and side panels: beside other panes in one row where
 * every fact fits whole, else the facts have rows of their own.
 */
export function PaneHeader({
  orderId,
  consultation,
  order,
  narrow: isNarrow,
  brief: isSmall,
  roomy,
  available,
  sidePanel,
  onSidePanel,
  onSearch,
  finishing,
  onFinishing,
  ...place
}: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const { single, back } = useRoom();
  const record = useSelector(consultation, recordOf);
  const prescription = useSelector(consultation, prescriptionOf);
  const conversationId = useSelector(consultation, conversationOf);
  const oneRow = place.among > 1;
  const sharesRow = oneRow && sidePanel === null;
  const head = useRef<HTMLElement>(null);
  const fits = useFitsInRow(head, sharesRow) && sharesRow;
  const narrow = isNarrow || oneRow;
  const clocks = order ? <PaneClocks order={order} narrow={narrow} oneRow={oneRow} /> : null;
  const finish = <FinishButton consultation={consultation} narrow={narrow} onFinish={() => onFinishing(true)} />;
  const tools = (
    <span className="pane-head-end">
      {narrow ? null : clocks}
      {narrow ? null : finish}
      <PaneTools
        orderId={orderId}
        order={order}
        narrow={narrow}
        onSearch={available.includes('record') ? onSearch : null}
        {...place}
      />
    </span>
  );
  return (
    <header
      className="pane-head"
      data-narrow={(isNarrow && !oneRow) || undefined}
      data-row={oneRow ? (fits ? 'only' : 'first') : undefined}
      ref={head}
      id={factsId(orderId)}
      tabIndex={-1}
    >
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
            {oneRow ? null : (
              <span className="pane-number" title={t('workspace.patient.orderNo', { number: order.orderNo })}>
                {narrow ? order.orderNo : t('workspace.patient.orderNo', { number: order.orderNo })}
              </span>
            )}
          </>
        ) : null}
        {oneRow && order ? null : tools}
      </div>
      {order ? (
        <div className="pane-head-line">
          <FactChips order={order} record={record} brief={sharesRow || isSmall} />
          {narrow ? <span className="pane-clocks">{clocks}</span> : null}
          <div className="pane-side-panels">
            <PaneTabs
              orderId={orderId}
              conversationId={conversationId}
              prescription={prescription}
              patient={order.patient.name}
              available={available}
              withChat={!roomy}
              withIcons={oneRow}
              sidePanel={sidePanel}
              onSidePanel={onSidePanel}
            />
            {narrow ? finish : null}
            {oneRow ? tools : null}
          </div>
          <FinishDialog
            consultation={consultation}
            order={order}
            asking={finishing}
            onAsked={() => onFinishing(false)}
            onSidePanel={onSidePanel}
          />
        </div>
      ) : null}
    </header>
  );
}
