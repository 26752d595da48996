import { Hourglass } from 'lucide-react';
import { isOrderOpen, OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { waitingSince } from '../../domain/unread.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { clockText } from '../../ui/format.ts';
import { useWork } from '../app.ts';
import { besideChatsMs, useLiveEvery } from '../useLiveEvery.ts';
import { useTicking } from '../useTicking.ts';
import { answerWithinMs, useMinutes, WaitClock } from './WaitClock.tsx';

const soonMs = 5 * 60_000;
/** A narrow pane shows the time left only in the last hour. */
const worthRoomMs = 60 * 60_000;

/** The time left until the consultation ends by itself: minutes, and seconds when it gets close. */
function TimeLeft({ endsAt, narrow }: { readonly endsAt: number; readonly narrow: boolean }) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const soon = useTicking((now) => endsAt - now < soonMs);
  const time = useTicking((now) => {
    const left = Math.max(0, endsAt - now);
    return left < soonMs ? clockText(left) : minutes(left);
  });
  const hidden = useTicking((now) => narrow && endsAt - now > worthRoomMs);
  if (hidden) return null;
  return (
    <span className="pane-left" data-soon={soon || undefined} title={t('workspace.wait.endsSoon', { time })}>
      <Hourglass aria-hidden="true" />
      {narrow ? time : t('workspace.wait.endsIn', { time })}
    </span>
  );
}

/** How long this patient has been waiting for an answer or for a doctor, and when the time is over. */
export function PaneClocks({ order, narrow }: { readonly order: ConsultOrder; readonly narrow: boolean }) {
  const { inbox } = useWork();
  const since = useLiveEvery(inbox.summaries, besideChatsMs, (chats) => {
    const chat = chats.get(order.conversationId);
    return chat ? waitingSince(chat.unanswered, order) : (order.waitingSince ?? null);
  });
  if (order.status === OrderStatus.awaiting)
    return <WaitClock brief={narrow} since={order.payTime ?? order.createTime} limitAt={order.overdueTime ?? null} />;
  if (!isOrderOpen(order.status)) return null;
  return (
    <>
      {order.expireTime ? <TimeLeft endsAt={order.expireTime} narrow={narrow} /> : null}
      {since === null ? null : <WaitClock brief={narrow} since={since} limitAt={since + answerWithinMs} />}
    </>
  );
}
