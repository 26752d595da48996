import { useSelector } from '@xstate/react';
import { ImageDown } from 'lucide-react';
import { type DragEvent, useContext, useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { bringsFiles } from '../../domain/attachedFiles.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { canWrite, failureOf, isFinishing, phase } from '../../machines/selectors/consultation.ts';
import { sizeOf } from '../../machines/selectors/workspace.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app/app.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useAttachments } from '../chat/useAttachments.ts';
import { PaneConversation } from './PaneConversation.tsx';
import { PaneFoot } from './PaneFoot.tsx';
import { PaneSidePanel } from './PaneSidePanel.tsx';
import { RejectionBar } from './RejectionBar.tsx';
import { panelId } from './room.ts';
import { WaitingSheet } from './WaitingSheet.tsx';

type PaneChatProps = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly uncovered: boolean;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
  readonly searching: boolean;
  readonly onSearched: () => void;
};

const carriesFiles = (event: DragEvent) => bringsFiles(event.dataTransfer.types);

/** The conversation and the reply box; pictures and documents can be dropped anywhere on them. */
function PaneChat({ consultation, order, ...conversation }: PaneChatProps) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState(false);
  const attachments = useAttachments(order.conversationId);
  const boxes = useContext(ReplyBoxes);
  const writable = useSelector(consultation, canWrite);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: accepts dropped files; the button beside the reply box does the same.
    <div
      className="pane-chat"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        if (!writable) event.dataTransfer.dropEffect = 'none';
        else setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(false);
        if (!writable) return;
        attachments.add([...event.dataTransfer.files]);
        // A drop does not move the focus, so Enter would still send to the patient in the pane focused before.
        boxes.focus(order.id);
      }}
    >
      <PaneConversation order={order} {...conversation} />
      <PaneFoot consultation={consultation} order={order} attachments={attachments} />
      {dragging ? (
        <div className="pane-drop">
          <ImageDown aria-hidden="true" />
          <span>{t('chat.upload.drop', { patient: order.patient.name })}</span>
        </div>
      ) : null}
    </div>
  );
}

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder | null;
  readonly width: number;
  /** Size of the browser's font compared with the usual one. */
  readonly fontScale: number;
  readonly roomy: boolean;
  readonly sidePanel: SidePanel | null;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
  readonly searching: boolean;
  readonly onSearched: () => void;
  /** The doctor has moved to the conversation or to the side panel. */
  readonly onPlace: (place: 'chat' | 'panel') => void;
};

/** Widths in pixels at the usual font. */
const panel = { usual: 420, min: 340, chat: 380 } as const;

/** The width of the side panel and its limits in a pane of this width. */
function panelWidths(stored: number | undefined, width: number, fontScale: number) {
  const min = panel.min * fontScale;
  const usual = panel.usual * fontScale;
  const max = Math.max(min, width - panel.chat * fontScale);
  return { min, usual, max, size: Math.max(min, Math.min(stored ?? usual, max)) };
}

/** Chat and side panel of one patient: beside each other if there is room, otherwise the panel covers the chat. */
export function PaneBody({ consultation, order, width, fontScale, roomy, ...props }: Props) {
  const { sidePanel, onSidePanel, onPlace, ...search } = props;
  const { t } = useTranslation();
  const { workspace } = useWork();
  const stored = useSelector(workspace, sizeOf('sidePanel'));
  const { min, usual, max, size } = panelWidths(stored, width, fontScale);
  const covered = sidePanel !== null && !roomy;
  // While finishing can be undone, a covering side panel leaves the undo button at the bottom visible.
  const finishing = useSelector(consultation, isFinishing);
  return (
    <>
      {order ? (
        <RejectionBar orderId={order.id} consultation={consultation} onPanel={() => onSidePanel('prescription')} />
      ) : null}
      <div className="pane-body" data-roomy={roomy || undefined} data-ending={finishing || undefined}>
        <div className="pane-main" inert={covered && !finishing} onFocusCapture={() => onPlace('chat')}>
          <Main consultation={consultation} order={order} uncovered={!covered} onSidePanel={onSidePanel} {...search} />
        </div>
        {sidePanel !== null && order ? (
          <>
            {roomy ? (
              <Splitter
                label={t('workspace.pane.panelSize')}
                controls={panelId(order.id)}
                pane="after"
                size={size}
                min={min}
                max={max}
                usual={usual}
                onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: { sidePanel: px } })}
              />
            ) : null}
            <PaneSidePanel
              consultation={consultation}
              order={order}
              sidePanel={sidePanel}
              width={roomy ? size : null}
              onFocus={() => onPlace('panel')}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

type MainProps = Pick<Props, 'consultation' | 'order' | 'onSidePanel' | 'searching' | 'onSearched'> & {
  readonly uncovered: boolean;
};

/** The main part of a pane by stage: loading, waiting patient or conversation. */
function Main({ consultation, order, ...conversation }: MainProps) {
  const { t } = useTranslation();
  const stage = useSelector(consultation, phase);
  const failure = useSelector(consultation, failureOf);
  if (stage === 'unreachable')
    return (
      <ErrorPane
        title={t('workspace.pane.unreachable')}
        text={failure?.message ?? ''}
        retryLabel={t('common.actions.retry')}
        onRetry={() => consultation.send({ type: 'retry.requested' })}
      />
    );
  if (order === null) return <Skeleton loading label={t('workspace.pane.loading')} lines={8} />;
  if (stage === 'awaiting' || stage === 'accepting' || stage === 'lost')
    return <WaitingSheet consultation={consultation} order={order} busy={stage === 'accepting'} failure={failure} />;
  return <PaneChat consultation={consultation} order={order} {...conversation} />;
}
