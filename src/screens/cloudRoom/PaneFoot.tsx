import { useSelector } from '@xstate/react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Reply } from '../../domain/outgoing.ts';
import type { Delivery } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, failureOf, phase } from '../../machines/consultation.ts';
import { useWork } from '../app.ts';
import { bodyText } from '../chat/bodyText.ts';
import { Composer } from '../chat/Composer.tsx';
import type { Attachments } from '../chat/useAttachments.ts';
import { ClosedFoot } from './ClosedFoot.tsx';
import { TypingMark } from './Companion.tsx';
import { UndoBar } from './UndoBar.tsx';

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly attachments: Attachments;
};

/** Not on its way: it failed, or it waits for the link or its turn. */
const isNotOut = ({ state }: Delivery) => state === 'failed' || state === 'queued' || state === 'held';

/** The foot of a pane: the reply box, or why nothing can be written and what comes next. */
export function PaneFoot({ consultation, order, attachments }: Props) {
  const { t } = useTranslation();
  const { inbox, outbox, companions } = useWork();
  const stage = useSelector(consultation, phase);
  const failure = useSelector(consultation, failureOf);

  function send(reply: Reply): boolean {
    const written = { type: 'reply.written', reply } as const;
    const taken = consultation.getSnapshot().can(written);
    if (taken) consultation.send(written);
    return taken;
  }
  function takeBackUnsent(): string | null {
    const { conversationId } = order;
    const { messages } = inbox.timeline(conversationId).value;
    const last = messages.findLast(({ delivery, body }) => body.kind === 'text' && delivery && isNotOut(delivery));
    if (!last?.clientMessageId) return null;
    const { clientMessageId: id, body } = last;
    outbox.discard(id);
    // What has gone out in this very moment stays in the chat.
    return outbox.unsent(conversationId).some(({ clientMessageId }) => clientMessageId === id) ? null : bodyText(body);
  }
  if (stage === 'undoable') return <UndoBar consultation={consultation} patient={order.patient.name} />;
  if (stage === 'ending' || stage === 'announcing')
    return <p className="pane-closed">{t('workspace.finish.ending')}</p>;
  if (stage === 'closed') return <ClosedFoot order={order} />;
  return (
    <>
      {failure ? (
        <p role="alert" className="pane-failure">
          {t('workspace.pane.failed', { reason: failure.message })}
        </p>
      ) : null}
      <TypingMark conversationId={order.conversationId} patient={order.patient.name} />
      <Composer
        key={order.id}
        orderId={order.id}
        patient={order.patient}
        attachments={attachments}
        onWriting={() => companions.typed(order.conversationId)}
        onSend={send}
        takeBackUnsent={takeBackUnsent}
      />
    </>
  );
}
