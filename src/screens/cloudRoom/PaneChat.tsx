import { type DragEvent, Suspense, useCallback, useMemo, useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWork } from '../app.ts';
import { ChatLog } from '../chat/ChatLog.tsx';
import type { Picture } from '../chat/PictureViewer.tsx';
import { useAttachments } from '../chat/useAttachments.ts';
import { useLinks } from '../links.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { PaneFoot } from './PaneFoot.tsx';
import { PictureViewer } from './papers.ts';
import type { Paper } from './usePapers.ts';
import { usePrescriptionCard } from './usePrescriptionCard.tsx';
import { useRowActions } from './useRowActions.ts';

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly uncovered: boolean;
  readonly onPaper: (paper: Paper | null) => void;
};

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The conversation of one consultation and the place to answer. */
export function PaneChat({ consultation, order, uncovered, onPaper }: Props) {
  const { t } = useTranslation();
  const { inbox } = useWork();
  const locale = useLocale();
  const { linkOf } = useLinks();
  const { conversationId, patient } = order;
  const timeline = useLive(useMemo(() => inbox.timeline(conversationId), [inbox, conversationId]));
  const [opened, setOpened] = useState<Picture | null>(null);
  const [dragging, setDragging] = useState(false);
  const attachments = useAttachments();
  const actions = useRowActions({ conversationId, openPicture: setOpened, onPaper });
  const cardOf = usePrescriptionCard(timeline.prescriptions);
  const seen = useCallback((seq: number) => inbox.markRead(conversationId, seq), [inbox, conversationId]);
  const loadOlder = useCallback(() => void inbox.loadOlder(conversationId), [inbox, conversationId]);
  const { state, messages } = timeline;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes dropped pictures; the button beside the reply box does the same.
    <div
      className="pane-chat"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(false);
        attachments.add([...event.dataTransfer.files]);
      }}
    >
      {state === 'stale' ? (
        <p className="room-stale" role="status">
          {t('workspace.pane.stale')}
        </p>
      ) : null}
      {state === 'failed' ? (
        <ErrorPane
          title={t('chat.failedToLoad')}
          text=""
          retryLabel={t('common.actions.retry')}
          onRetry={() => inbox.retry(conversationId)}
        />
      ) : state === 'loading' && messages.length === 0 ? (
        <div className="pane-chat-wait">
          <Skeleton loading label={t('common.state.loading')} lines={6} />
        </div>
      ) : (
        <ChatLog
          key={conversationId}
          timeline={timeline}
          label={t('chat.log', { patient: patient.name })}
          locale={locale}
          actions={actions}
          cardOf={cardOf}
          loadOlder={loadOlder}
          uncovered={uncovered}
          seen={seen}
        />
      )}
      <PaneFoot consultation={consultation} order={order} attachments={attachments} />
      {dragging ? <div className="pane-drop">{t('chat.upload.drop')}</div> : null}
      <Suspense>
        {opened ? (
          <PictureViewer
            pictures={messages.flatMap(({ body, recalled }) => (body.kind === 'image' && !recalled ? [body] : []))}
            opened={opened}
            linkOf={linkOf}
            onClose={() => setOpened(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
