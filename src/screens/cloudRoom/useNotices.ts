import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { filter, map } from 'rxjs';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import { isRejected } from '../../domain/alerts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { hasLostOutbox } from '../../machines/selectors/workspace.ts';
import { turns$ } from '../../streams/turns.ts';
import { useApp, useWork } from '../app/app.ts';
import { messageText } from '../chat/bodyText.ts';
import type { Room } from './room.ts';
import type { KnownOrders } from './useKnownOrders.ts';

/** Announces each new waiting patient once and politely, without moving anything or taking the focus. */
export function useArrivalAnnouncements(waiting: readonly ConsultOrder[], live: boolean): void {
  const { announcer } = useApp();
  const { t } = useTranslation();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!live) return;
    const before = known.current;
    known.current = new Set(waiting.map(({ id }) => id));
    const newest = before && waiting.filter(({ id }) => !before.has(id)).at(-1);
    if (newest) announcer.say(t('workspace.awaiting.arrived', { patient: newest.patient.name }));
  }, [waiting, live, announcer, t]);
}

const announcing = { gatherMs: 1_000, longestMs: 3_000, pauseMs: 1_000 };

/**
 * Announces patients' messages, only the last one of a burst, and in turn each patient who writes; the orders give the
 * names.
 */
export function useMessageAnnouncements(orders: readonly ConsultOrder[]): void {
  const { announcer } = useApp();
  const { inbox } = useWork();
  const { t } = useTranslation();
  const names = useRef<ReadonlyMap<ConversationId, string>>(new Map());
  useEffect(() => {
    names.current = new Map(orders.map(({ conversationId, patient }) => [conversationId, patient.name]));
  }, [orders]);
  useEffect(() => {
    const written$ = inbox.applied$.pipe(
      filter(({ event }) => event.kind === 'message'),
      map(({ conversationId }) => conversationId),
    );
    const subscription = turns$(written$, announcing).subscribe((conversationId) => {
      const name = names.current.get(conversationId);
      const last = inbox.summaries.value.get(conversationId)?.last;
      if (name !== undefined && last && !last.mine) announcer.say(t('chat.said', { name, text: messageText(last) }));
    });
    return () => subscription.unsubscribe();
  }, [inbox, announcer, t]);
}

/** Shows a toast if a colleague accepted the patient first. */
export function useLostRaceToasts(): void {
  const { toasts } = useApp();
  const { workspace } = useWork();
  const { t } = useTranslation();
  useEffect(() => {
    const subscription = workspace.on('accept.lost', ({ patientName: patient, doctorName: doctor }) => {
      const text = doctor
        ? t('workspace.awaiting.taken', { patient, doctor })
        : t('workspace.awaiting.takenByAnother', { patient });
      toasts.show({ tone: 'warning', text });
    });
    return () => subscription.unsubscribe();
  }, [workspace, toasts, t]);
}

const aDayMs = 24 * 3_600_000;

/** Says that this page sends no messages any more, until it is loaded again. */
export function useLostOutboxToast(): void {
  const { toasts } = useApp();
  const { workspace } = useWork();
  const { t } = useTranslation();
  const isLost = useSelector(workspace, hasLostOutbox);
  useEffect(() => {
    if (!isLost) return;
    const action = { label: t('common.actions.reload'), run: () => window.location.reload() };
    toasts.show({ tone: 'danger', text: t('workspace.outboxLost'), action, lastsMs: aDayMs });
  }, [isLost, toasts, t]);
}

/**
 * Shows a toast once for each rejected prescription with a link to it, because its patient may not be on the screen.
 */
export function useRejectionToasts({ running, open }: KnownOrders, room: Room): void {
  const { toasts } = useApp();
  const { inbox, workspace } = useWork();
  const { t } = useTranslation();
  const latest = useRef({ orders: running, room });
  useEffect(() => {
    latest.current = { orders: [...open, ...running], room };
  }, [running, open, room]);
  useEffect(() => {
    const shown = new Set<string>();
    const subscription = inbox.applied$.subscribe(({ conversationId, event }) => {
      if (event.kind !== 'prescription' || !isRejected(event.auditStatus)) return;
      const order = latest.current.orders.find((one) => one.conversationId === conversationId);
      const which = `${event.prescriptionId} ${event.version}`;
      if (!order || shown.has(which)) return;
      shown.add(which);
      const run = () => {
        latest.current.room.show(order);
        const choice = { beside: 'prescription', over: 'prescription' } as const;
        workspace.send({ type: 'sidePanel.chosen', orderId: order.id, choice });
      };
      toasts.show({
        tone: 'warning',
        text: t('alerts.notice.rejected', { who: order.patient.name }),
        action: { label: t('workspace.finish.openPrescription'), run },
      });
    });
    return () => subscription.unsubscribe();
  }, [inbox, workspace, toasts, t]);
}
