import { ChevronDown, ChevronUp, CloudOff } from 'lucide-react';
import { useCallback } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { BehaviorSubject } from 'rxjs';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/operation.ts';
import { doerName } from '../../domain/owner.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import type { Removed } from '../../streams/awaiting.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app/app.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { limitedWaits, MarkThreshold, useMarkThreshold } from '../lists/WaitClock.tsx';
import { AwaitingRow } from './AwaitingRow.tsx';
import { listParts } from './listParts.tsx';
import { useRoom } from './room.ts';
import { useAcceptNext } from './useAcceptNext.ts';

/** Next allowed reminder per patient; lives outside the list, because the list unmounts while the page is open. */
const reminderTimesOf = memoPerServices(() => new BehaviorSubject<ReadonlyMap<OrderId, number>>(new Map()));

/** Time the platform asks to wait, because a colleague may have sent a reminder; 0 if the platform was not reached. */
function retryDelay({ data }: Failure): number {
  const rest = data !== null && typeof data === 'object' && 'retryAfterMs' in data ? data.retryAfterMs : 0;
  return typeof rest === 'number' ? rest : 0;
}

/** Sends reminders on the doctor's request, at most one per patient and minute. */
function useReminders() {
  const { api, now$, toasts } = useApp();
  const { t } = useTranslation();
  const next$ = reminderTimesOf(useWork(), api);
  const next = useLive(next$);
  const remind = useCallback(
    async ({ id, patient }: ConsultOrder) => {
      const rest = (ms: number) => next$.next(new Map(next$.value).set(id, now$.value + ms));
      rest(limits.remindEveryMs);
      const answer = await api.pushMessage({ orderId: id });
      if (!answer.ok) return rest(retryDelay(answer.failure));
      toasts.show({ tone: 'success', text: t('workspace.awaiting.reminded', { patient: patient.name }) });
    },
    [api, next$, now$, toasts, t],
  );
  const nextAt = useCallback((id: OrderId) => next.get(id) ?? null, [next]);
  return { remind: (order: ConsultOrder) => void remind(order), nextAt };
}

const declineLayer = onDemand(async () => {
  const [{ DeclineDialog }] = await Promise.all([import('./DeclineDialog.tsx'), loadTexts('documents')]);
  return { DeclineDialog };
});

const removedForMs = 8_000;

/** Says for 8 s why a row has disappeared, in the place where the row was. */
function RemovalNotice({ removed }: { readonly removed: Removed | null }) {
  const { t, language } = useTranslation();
  const recent = useTicking((now) => removed !== null && now - removed.time < removedForMs);
  if (removed === null || removed.patientName === null || !recent) return null;
  const { patientName: patient, change, by } = removed;
  const text =
    change === 'taken' && by
      ? t('workspace.awaiting.removed.taken', { patient, doctor: doerName(by, language) })
      : t('workspace.awaiting.removed.gone', { patient });
  return (
    <p className="room-removed" role="status">
      {text}
    </p>
  );
}

type DeclineProps = { readonly order: ConsultOrder | null; readonly onClose: () => void };

/** Asks before a waiting patient is declined; it stays when the lists leave a screen that has become narrow. */
export function Declining({ order, onClose }: DeclineProps) {
  const layer = useOnDemand(declineLayer, order ? 'now' : 'idle');
  if (!order) return null;
  if (!layer) return <PartAway of={declineLayer} as="floating" onClose={onClose} />;
  return <layer.DeclineDialog order={order} onClose={onClose} />;
}

type AwaitingListProps = {
  /** In pixels; null takes what the content needs. */
  readonly height: number | null;
  /** Only the next patient in one row, with the button that accepts them. */
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onDecline: (order: ConsultOrder) => void;
};

/** All waiting patients. */
export function AwaitingList({ height, folded, onFold, onDecline }: AwaitingListProps) {
  const { t } = useTranslation();
  const { awaiting } = useWork();
  const room = useRoom();
  const { waiting, state, removed } = useLive(awaiting.list);
  const { first, acceptNext } = useAcceptNext(room);
  const { remind, nextAt } = useReminders();
  const threshold = useMarkThreshold(limitedWaits(waiting));
  const row = useCallback(
    (_: number, order: ConsultOrder) => (
      <AwaitingRow order={order} onDecline={onDecline} onRemind={remind} remindAt={nextAt(order.id)} />
    ),
    [onDecline, remind, nextAt],
  );
  return (
    <section
      id="room-awaiting"
      className="room-awaiting"
      aria-label={t('workspace.awaiting.title')}
      tabIndex={-1}
      style={height === null || folded ? undefined : { height }}
    >
      <header className="room-list-head">
        <h2>{folded && first ? first.patient.name : t('workspace.awaiting.title')}</h2>
        <CountBadge count={waiting.length} tone="neutral" />
        {state === 'stale' ? (
          <p className="room-stale" role="status" title={t('workspace.awaiting.stale')}>
            <CloudOff aria-hidden="true" />
            <span className="ui-hidden">{t('workspace.awaiting.stale')}</span>
          </p>
        ) : null}
        {first ? (
          <span>
            {folded ? (
              <Button size="sm" look="subtle" onClick={acceptNext}>
                {t('workspace.awaiting.acceptNext')}
              </Button>
            ) : null}
            <IconButton
              size="sm"
              label={t('workspace.awaiting.list')}
              aria-expanded={!folded}
              onClick={() => onFold(!folded)}
            >
              {folded ? <ChevronDown /> : <ChevronUp />}
            </IconButton>
          </span>
        ) : null}
      </header>
      {folded ? null : state === 'failed' ? (
        <div className="room-list-note" role="alert">
          <strong>{t('workspace.awaiting.failed')}</strong>
          <p>{t('workspace.awaiting.failedText')}</p>
          <Button size="sm" look="outline" onClick={awaiting.refresh}>
            {t('common.actions.retry')}
          </Button>
        </div>
      ) : (
        <Skeleton loading={state === 'loading'} label={t('common.state.loading')} lines={3}>
          {waiting.length === 0 ? (
            <div className="room-list-note">
              <strong>{t('workspace.awaiting.none')}</strong>
              <p>{t('workspace.awaiting.noneText')}</p>
            </div>
          ) : (
            <div className="room-rows">
              <MarkThreshold value={threshold}>
                <Virtuoso
                  data={waiting as ConsultOrder[]}
                  computeItemKey={(_, order) => order.id}
                  itemContent={row}
                  components={listParts<ConsultOrder>()}
                  increaseViewportBy={2_400}
                  skipAnimationFrameInResizeObserver
                  tabIndex={-1}
                />
              </MarkThreshold>
            </div>
          )}
        </Skeleton>
      )}
      <RemovalNotice removed={removed.at(-1) ?? null} />
    </section>
  );
}
