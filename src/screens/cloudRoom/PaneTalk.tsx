import { CloudOff } from 'lucide-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { isOrderOpen } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Paper } from '../../domain/desk.ts';
import { type Picture, picturesOf } from '../../domain/pictures.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWork } from '../app.ts';
import { ChatLog } from '../chat/ChatLog.tsx';
import { reachBack } from '../chat/reachBack.ts';
import { TalkSearch } from '../chat/TalkSearch.tsx';
import { useTimeline } from '../chat/useTimeline.ts';
import { useLinks } from '../links.ts';
import { useLocale } from '../useLocale.ts';
import { PictureViewer } from './papers.ts';
import { usePrescriptionCard } from './usePrescriptionCard.tsx';
import { useRowActions } from './useRowActions.ts';

type Props = {
  readonly order: ConsultOrder;
  readonly uncovered: boolean;
  readonly onPaper: (paper: Paper | null) => void;
  /** The doctor looks for words in this conversation. */
  readonly searching: boolean;
  readonly onSearched: () => void;
};

/** What has been said in one consultation, or why it cannot be shown. */
export function PaneTalk(props: Props) {
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
  return <Talk {...props} timeline={timeline} />;
}

/** How often rows have been taken away at the beginning, which a list cannot bear: it stood at a wrong end afterwards. */
function useTimesForgotten({ firstIndex }: Timeline): number {
  const known = useRef({ firstIndex, times: 0 });
  const { times, firstIndex: before } = known.current;
  known.current = { firstIndex, times: firstIndex > before ? times + 1 : times };
  return known.current.times;
}

function Talk({ order, uncovered, onPaper, searching, onSearched, timeline }: Props & { readonly timeline: Timeline }) {
  const { t } = useTranslation();
  const { inbox } = useWork();
  const locale = useLocale();
  const { linkOf, renew } = useLinks();
  const { conversationId, patient } = order;
  const [opened, setOpened] = useState<Picture | null>(null);
  const actions = useRowActions({
    conversationId,
    onPaper,
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
  const timesForgotten = useTimesForgotten(timeline);
  return (
    <>
      {searching ? <TalkSearch timeline={timeline} onGoal={setGoal} onClose={onSearched} /> : null}
      {timeline.state === 'stale' ? (
        <p className="pane-stale" role="status">
          <CloudOff aria-hidden="true" />
          {t('workspace.pane.stale')}
        </p>
      ) : null}
      <ChatLog
        key={`${conversationId} ${timesForgotten}`}
        timeline={timeline}
        label={t('chat.log', { patient: patient.name })}
        locale={locale}
        actions={actions}
        cardOf={cardOf}
        loadOlder={loadOlder}
        reachBack={back}
        goal={goal}
        uncovered={uncovered}
        seen={seen}
      />
      <Suspense>
        {opened ? (
          <PictureViewer
            pictures={picturesOf(timeline.messages)}
            opened={opened}
            linkOf={linkOf}
            renew={renew}
            onClose={() => setOpened(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
