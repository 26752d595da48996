import { map, merge, Observable } from 'rxjs';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import type { PrescriptionChanged } from '../../../contract/socket.ts';
import { type Alert, type Gaze, isListSeen, isUnclaimed, isWatched, type Touch } from '../../domain/alerts.ts';
import type { ChatSummary } from '../../domain/chatSummary.ts';
import { maskedName } from '../../domain/maskedName.ts';
import { t } from '../../locales/i18n.ts';
import type { ReviewDesk, Work } from '../../screens/app.ts';
import { bodyText } from '../../screens/chat/bodyText.ts';
import { messageAlerts, rejectedAlerts, reviewAlerts, waitingAlerts } from '../../streams/alertSources.ts';

type Words = { readonly title: string; readonly body: string };

/** What a notification may show: name and text, the initial, or nothing while the screen is locked. */
export type Openness = 'text' | 'initial' | 'nothing';

/** The notification text. By default it hides name and message from people near the screen. */
export function alertWords({ kind, message, count, ...alert }: Alert, openness: Openness): Words {
  const showText = openness === 'text';
  const who = openness === 'nothing' ? null : alert.who;
  const name = who === null ? t('alerts.notice.someone') : showText ? who : maskedName(who);
  switch (kind) {
    case 'message':
      return {
        title: t(showText && who !== null ? 'alerts.notice.messageOf' : 'alerts.notice.message', { who: name, count }),
        body: showText && message ? bodyText(message) : '',
      };
    case 'waiting':
      return { title: t('alerts.notice.waiting', { who: name }), body: '' };
    case 'rejected':
      return {
        title: who === null ? t('alerts.notice.rejectedUnknown') : t('alerts.notice.rejected', { who: name }),
        body: '',
      };
    case 'review':
      return { title: t('alerts.notice.review'), body: '' };
  }
}

/** `raised$`: new alerts. `isOver`: whether an alert needs no more attention. `moved$`: when to check that again. */
export type AlertEvents = {
  readonly raised$: Observable<Alert>;
  readonly isOver: (alert: Alert) => boolean;
  readonly moved$: Observable<unknown>;
};

type ViewState = {
  readonly now: () => number;
  readonly gazes: () => readonly Gaze[];
  readonly touches: { readonly value: readonly Touch[] };
};

/** Doctors are alerted to messages, waiting patients and rejected prescriptions. */
export function doctorAlerts(
  { inbox, awaiting, workspace }: Work,
  changed$: Observable<PrescriptionChanged>,
  { now, gazes, touches }: ViewState,
): AlertEvents {
  const list = awaiting.list;
  const consultations = () => workspace.getSnapshot().context.consultations;
  const listed = () => [...list.value.running, ...list.value.waiting];
  const patientOf = (orderId: OrderId) => {
    const order = listed().find(({ id }) => id === orderId);
    return (order ?? consultations()[orderId]?.getSnapshot().context.order)?.patient.name ?? null;
  };
  const orderIn = (id: ConversationId) =>
    listed().find(({ conversationId }) => conversationId === id)?.id ??
    Object.values(consultations())
      .find((one) => one.getSnapshot().context.key.conversationId === id)
      ?.getSnapshot().context.key.orderId ??
    null;

  function isOver(alert: Alert): boolean {
    if (isWatched(alert, gazes()) || isListSeen(alert, touches.value)) return true;
    if (alert.kind === 'message') {
      const chats: ReadonlyMap<string, ChatSummary> = inbox.summaries.value;
      const chat = chats.get(alert.subject);
      return chat === undefined || chat.unread === 0 || chat.unanswered.length === 0;
    }
    if (alert.kind !== 'waiting') return false;
    const isWaiting = list.value.state !== 'live' || list.value.waiting.some(({ id }) => id === alert.subject);
    return !isWaiting || consultations()[alert.subject] !== undefined;
  }
  const applied$ = inbox.applied$;
  const opened$ = new Observable<unknown>((watcher) => {
    const watching = workspace.subscribe(() => watcher.next(null));
    return () => watching.unsubscribe();
  });
  return {
    isOver,
    moved$: merge(inbox.summaries.pipe(map(() => null)), list.pipe(map(() => null)), opened$),
    raised$: merge(
      messageAlerts(applied$, { now, patientOf }),
      waitingAlerts(list.pipe(), { now }),
      rejectedAlerts(applied$, changed$, { now, patientOf, orderIn }),
    ),
  };
}

/** Auditors are alerted to new prescriptions in the queue. */
export function auditorAlerts({ queue: { queue } }: ReviewDesk, { now, touches }: ViewState): AlertEvents {
  return {
    moved$: queue.pipe(),
    raised$: reviewAlerts(queue.pipe(), { now }),
    isOver(alert) {
      const item = [...queue.value.items.values()].find(({ id }) => id === alert.subject);
      return item === undefined || !isUnclaimed(item.auditStatus) || isListSeen(alert, touches.value);
    },
  };
}
