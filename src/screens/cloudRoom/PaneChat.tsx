import { useSelector } from '@xstate/react';
import { ImageDown } from 'lucide-react';
import { type DragEvent, useContext, useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Paper } from '../../domain/desk.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, canWrite } from '../../machines/consultation.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useAttachments } from '../chat/useAttachments.ts';
import { PaneFoot } from './PaneFoot.tsx';
import { PaneTalk } from './PaneTalk.tsx';

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly uncovered: boolean;
  readonly onPaper: (paper: Paper | null) => void;
  readonly searching: boolean;
  readonly onSearched: () => void;
};

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The conversation of one consultation and the place to answer; pictures and documents can be dropped anywhere on it. */
export function PaneChat({ consultation, order, ...talk }: Props) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState(false);
  const attachments = useAttachments(order.conversationId);
  const boxes = useContext(ReplyBoxes);
  const writable = useSelector(consultation, canWrite);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes dropped files; the button beside the reply box does the same.
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
        // A drop moves no focus by itself: Enter would still go to the patient who was written to before.
        boxes.focus(order.id);
      }}
    >
      <PaneTalk order={order} {...talk} />
      <PaneFoot consultation={consultation} order={order} attachments={attachments} />
      {dragging ? (
        <div className="pane-drop">
          <ImageDown aria-hidden="true" />
          {t('chat.upload.drop', { patient: order.patient.name })}
        </div>
      ) : null}
    </div>
  );
}
