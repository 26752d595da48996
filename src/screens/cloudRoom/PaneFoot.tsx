import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { limits } from '../../../contract/limits.ts';
import type { Delivery } from '../../domain/message.ts';
import type { Reply } from '../../domain/outgoing.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { failureOf, finalAt, phase } from '../../machines/selectors/consultation.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp, useWork } from '../app/app.ts';
import { bodyText } from '../chat/bodyText.ts';
import { Composer } from '../chat/Composer.tsx';
import type { Attachments } from '../chat/useAttachments.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { orderState } from '../prescription/prescriptionState.ts';
import { TypingMark } from './Companion.tsx';
import { UnsentReply } from './UnsentReply.tsx';

type UndoBarProps = { readonly consultation: Consultation; readonly patient: string };

/** Countdown in which finishing can still be undone. */
function UndoFinish({ consultation, patient }: UndoBarProps) {
  const { t } = useTranslation();
  const { announcer } = useApp();
  const bar = useRef<HTMLDivElement>(null);
  const at = useSelector(consultation, finalAt) ?? 0;
  const seconds = useTicking((now) => Math.max(0, Math.ceil((at - now) / 1000)));
  useEffect(() => announcer.say(t('workspace.finish.announced', { patient })), [announcer, t, patient]);
  useEffect(() => {
    // Keeps the focus if the doctor is in another pane or finished the consultation in another window.
    const { activeElement, body } = document;
    const here = bar.current?.closest('.pane');
    if (activeElement === body || here?.contains(activeElement)) bar.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className="pane-undo" ref={bar}>
      <p>{t('workspace.finish.undoable', { seconds })}</p>
      <progress aria-hidden="true" max={limits.undoMs / 1000} value={seconds} />
      <Button size="sm" look="outline" onClick={() => consultation.send({ type: 'finish.undone' })}>
        {t('workspace.finish.undo')}
      </Button>
    </div>
  );
}

const reasons = { doctor: 'doctor', timeLimit: 'timeLimit', messageQuota: 'messageQuota' } as const;
const reasonOf = ({ endReason }: ConsultOrder) =>
  Object.values(reasons).find((reason) => reason === endReason) ?? reasons.doctor;

/** Replaces the reply box after the consultation: why it ended, when, and where to continue. */
function ClosedFoot({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const finished = order.status === OrderStatus.finished;
  const time = order.endTime ? dateTimeText(order.endTime, locale) : '';
  return (
    <div className="pane-closed">
      <p>
        <strong>{t(finished ? 'workspace.finish.closed' : 'workspace.finish.notRunning')}</strong>{' '}
        {finished && time ? <span>{t(`workspace.finish.reason.${reasonOf(order)}`, { time })}</span> : null}
        {finished ? null : <span>{orderState(order.status, t).text}</span>}
      </p>
      {order.acceptTime ? (
        <Link to={`/cloudRoom/detail1?id=${order.id}`}>{t('workspace.finish.toArchive')}</Link>
      ) : (
        <Link to={`/orderRecord/detail?id=${order.id}`}>{t('workspace.finish.toOrders')}</Link>
      )}
    </div>
  );
}

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly attachments: Attachments;
};

/** Not sent yet: failed, or waiting for the connection or its turn. */
const isUnsent = ({ state }: Delivery) => state === 'failed' || state === 'queued' || state === 'rateLimited';

/** The bottom of a pane: the reply box, or why no reply is possible and what comes next. */
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
  function recallUnsent(): string | null {
    const { conversationId } = order;
    const { messages } = inbox.timeline(conversationId).value;
    const last = messages.findLast(({ delivery, body }) => body.kind === 'text' && delivery && isUnsent(delivery));
    if (!last?.clientMessageId) return null;
    const { clientMessageId: id, body } = last;
    outbox.discard(id);
    // A message that was sent in the meantime stays in the chat.
    return outbox.unsent(conversationId).some(({ clientMessageId }) => clientMessageId === id) ? null : bodyText(body);
  }
  if (stage === 'undoable') return <UndoFinish consultation={consultation} patient={order.patient.name} />;
  if (stage === 'ending' || stage === 'announcing')
    return <p className="pane-closed">{t('workspace.finish.ending')}</p>;
  if (stage === 'closed')
    return (
      <>
        <UnsentReply orderId={order.id} />
        <ClosedFoot order={order} />
      </>
    );
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
        recallUnsent={recallUnsent}
      />
    </>
  );
}
