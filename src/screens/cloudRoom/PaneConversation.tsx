import { useSelector } from '@xstate/react';
import { CloudOff } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { isOrderOpen } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { ConversationId, MessageId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { picturesOf, type ShownPicture } from '../../domain/attachedFiles.ts';
import { labelOf } from '../../domain/enumerations.ts';
import type { ChatMessage, MessageBody } from '../../domain/message.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import { ownNameIn } from '../../machines/selectors/session.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLinks } from '../app/links.ts';
import { ChatLog } from '../chat/ChatLog.tsx';
import { type RowActions, refusalText } from '../chat/rowActions.ts';
import { ChatSearch as ChatSearchState } from '../chat/SearchBar.tsx';
import { useTimeline } from '../chat/unreadRows.ts';
import { reachBack } from '../chat/useChatSearch.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { PictureViewer } from './useSidePanel.ts';

const conversationPaper = onDemand(async () => {
  const [{ ConversationPaper }] = await Promise.all([import('../print/ConversationPaper.tsx'), loadTexts('documents')]);
  return { ConversationPaper };
});

type Needs = {
  readonly conversationId: ConversationId;
  /** True until the consultation has ended. */
  readonly running: boolean;
  readonly openPicture: (picture: ShownPicture) => void;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
};

/** Message kinds that doctors write and may recall; the platform sends the others. */
const written: ReadonlySet<MessageBody['kind']> = new Set(['text', 'image', 'voice', 'file', 'case']);

/** Actions on the messages of one chat. */
function useRowActions({ conversationId, running, openPicture, onSidePanel }: Needs): RowActions {
  const { t } = useTranslation();
  const { now$, toasts } = useApp();
  const { inbox, outbox } = useWork();
  const { linkOf, renew, refusalOf } = useLinks();
  return useMemo(() => {
    async function recall(id: MessageId) {
      const refusal = await inbox.recall(conversationId, id);
      if (refusal === null) return;
      toasts.show({ tone: 'danger', text: refusalText(t, refusal) });
    }
    async function copy(text: string) {
      await navigator.clipboard.writeText(text);
      toasts.show({ tone: 'info', text: t('chat.copied') });
    }
    return {
      resend: outbox.retry,
      discard: outbox.discard,
      isRecallable: ({ mine, sendTime, body }) =>
        running && mine && written.has(body.kind) && Math.abs(now$.value - sendTime) < limits.recallWithinMs,
      recall: (id) => void recall(id),
      copy: (text) => void copy(text),
      openPicture,
      openPrescription: () => onSidePanel('prescription'),
      openRecord: () => onSidePanel('record'),
      fileLink: linkOf,
      renewLink: renew,
      linkRefusal: refusalOf,
    };
  }, [conversationId, running, inbox, outbox, now$, toasts, t, linkOf, renew, refusalOf, openPicture, onSidePanel]);
}

/** Status and pharmacist's remark below a prescription in the chat. */
function usePrescriptionCard(marks: Timeline['prescriptions']): (message: ChatMessage) => ReactNode {
  const states = useLive(useApp().lists$).Prescription_Status;
  return useCallback(
    ({ body }) => {
      const mark = body.kind === 'prescription' ? marks[body.prescriptionId] : undefined;
      if (mark === undefined) return null;
      return <span dir="auto">{dotted(labelOf(states, mark.status), mark.remark)}</span>;
    },
    [marks, states],
  );
}

type Props = {
  readonly order: ConsultOrder;
  readonly uncovered: boolean;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
  /** The search in this conversation is open. */
  readonly searching: boolean;
  readonly onSearched: () => void;
};

/** The conversation of one consultation, or why it cannot be shown. */
export function PaneConversation(props: Props) {
  const { t } = useTranslation();
  const { inbox } = useWork();
  const { conversationId } = props.order;
  const timeline = useTimeline(conversationId);
  if (timeline?.state === 'failed')
    return (
      <ErrorPane
        title={t('chat.failedToLoad')}
        text=""
        retryLabel={t('common.actions.retry')}
        onRetry={() => inbox.retry(conversationId)}
      />
    );
  if (timeline === null || (timeline.state === 'loading' && timeline.messages.length === 0))
    return (
      <div className="pane-chat-wait">
        <Skeleton loading label={t('common.state.loading')} lines={6} />
      </div>
    );
  return <LoadedConversation {...props} timeline={timeline} />;
}

/** Counts how often the oldest rows were removed: Virtuoso scrolls to a wrong position then, so the list remounts. */
function useTrimCount({ firstIndex }: Timeline): number {
  const known = useRef({ firstIndex, times: 0 });
  const { times, firstIndex: before } = known.current;
  known.current = { firstIndex, times: firstIndex > before ? times + 1 : times };
  return known.current.times;
}

function LoadedConversation({
  order,
  uncovered,
  onSidePanel,
  searching,
  onSearched,
  timeline,
}: Props & { readonly timeline: Timeline }) {
  const { t } = useTranslation();
  const { inbox } = useWork();
  const questions = useLive(useApp().alerts$)?.questions;
  const locale = useLocale();
  const { linkOf, renew, refusalOf } = useLinks();
  const { conversationId, patient } = order;
  const ownName = useSelector(useApp().session, ownNameIn);
  const doctorName = order.doctorName ?? (ownName || null);
  const place = useRef<HTMLSpanElement>(null);
  const printed = useOnDemand(conversationPaper, 'idle');
  const [opened, setOpened] = useState<ShownPicture | null>(null);
  const actions = useRowActions({
    conversationId,
    onSidePanel,
    running: isOrderOpen(order.status),
    openPicture: setOpened,
  });
  const cardOf = usePrescriptionCard(timeline.prescriptions);
  const seen = useCallback((seq: number) => inbox.markRead(conversationId, seq), [inbox, conversationId]);
  const loadOlder = useCallback(() => void inbox.loadOlder(conversationId), [inbox, conversationId]);
  const back = useCallback(
    (seq: number) => reachBack(inbox, conversationId, ({ messages: [first] }) => (first?.seq ?? 0) <= seq + 1),
    [inbox, conversationId],
  );
  const [goal, setGoal] = useState<{ readonly key: string } | null>(null);
  const trimCount = useTrimCount(timeline);
  return (
    <>
      <Suspense>
        {opened ? (
          <PictureViewer
            key={opened.url}
            patientName={patient.name}
            pictures={picturesOf(timeline.messages)}
            opened={opened}
            linkOf={linkOf}
            renew={renew}
            refusalOf={refusalOf}
            onClose={() => setOpened(null)}
          />
        ) : null}
      </Suspense>
      {searching ? <ChatSearchState timeline={timeline} onGoal={setGoal} onClose={onSearched} /> : null}
      {timeline.state === 'stale' ? (
        <p className="pane-stale" role="status">
          <CloudOff aria-hidden="true" />
          <span>{t('workspace.pane.stale')}</span>
        </p>
      ) : null}
      <ChatLog
        key={`${conversationId} ${trimCount}`}
        timeline={timeline}
        label={t('chat.log', { patient: patient.name })}
        patientName={patient.name}
        doctorName={doctorName}
        locale={locale}
        actions={actions}
        cardOf={cardOf}
        loadOlder={loadOlder}
        reachBack={back}
        goal={goal}
        uncovered={uncovered}
        seen={seen}
      />
      <span ref={place} />
      {printed ? <printed.ConversationPaper place={place} order={order} timeline={timeline} /> : null}
      {questions && uncovered ? <questions.Cards service={questions} orderId={order.id} /> : null}
    </>
  );
}
