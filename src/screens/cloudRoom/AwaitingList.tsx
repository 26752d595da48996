import { CloudOff } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Virtuoso } from 'react-virtuoso';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { doerName } from '../../domain/doerName.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Departed as Gone } from '../../streams/awaiting.ts';
import { Button } from '../../ui/Button.tsx';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useTicking } from '../useTicking.ts';
import { AwaitingRow } from './AwaitingRow.tsx';
import { listParts } from './rowParts.tsx';
import { useReminders } from './useReminders.ts';

export const declineLayer = onDemand(() => import('./DeclineDialog.tsx'));

const tellForMs = 8_000;

/** Why the row that has just gone is gone: for a moment, in the place where the doctor looked at it. */
function Departed({ departed }: { readonly departed: Gone | null }) {
  const { t, language } = useTranslation();
  const recent = useTicking((now) => departed !== null && now - departed.time < tellForMs);
  if (departed === null || departed.patientName === null || !recent) return null;
  const { patientName: patient, change, by } = departed;
  const text =
    change === 'taken' && by
      ? t('workspace.awaiting.departed.taken', { patient, doctor: doerName(by, language) })
      : t('workspace.awaiting.departed.gone', { patient });
  return (
    <p className="room-departed" role="status">
      {text}
    </p>
  );
}

/** Everybody who waits for a doctor, as it is now. */
export function AwaitingList({ height }: { readonly height: number | null }) {
  const { t } = useTranslation();
  const { awaiting } = useWork();
  const { waiting, state, departed } = useLive(awaiting.list);
  const [declined, setDeclined] = useState<ConsultOrder | null>(null);
  const decline = useOnDemand(declineLayer, declined ? 'now' : 'resting');
  const { remind, nextAt } = useReminders();
  const row = useCallback(
    (_: number, order: ConsultOrder) => (
      <AwaitingRow order={order} onDecline={setDeclined} onRemind={remind} remindAt={nextAt(order.id)} />
    ),
    [remind, nextAt],
  );
  return (
    <section
      id="room-awaiting"
      className="room-awaiting"
      aria-label={t('workspace.awaiting.title')}
      tabIndex={-1}
      style={height === null ? undefined : { height }}
      data-empty={waiting.length === 0 || undefined}
    >
      <header className="room-list-head">
        <h2>{t('workspace.awaiting.title')}</h2>
        <CountBadge count={waiting.length} tone="neutral" />
        {state === 'stale' ? (
          <p className="room-stale" role="status" title={t('workspace.awaiting.stale')}>
            <CloudOff aria-hidden="true" />
            <span className="ui-hidden">{t('workspace.awaiting.stale')}</span>
          </p>
        ) : null}
      </header>
      {state === 'failed' ? (
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
              <Virtuoso
                data={waiting as ConsultOrder[]}
                computeItemKey={(_, order) => order.id}
                itemContent={row}
                components={listParts<ConsultOrder>()}
                increaseViewportBy={2_400}
                skipAnimationFrameInResizeObserver
                tabIndex={-1}
              />
            </div>
          )}
        </Skeleton>
      )}
      <Departed departed={departed.at(-1) ?? null} />
      {declined && decline ? <decline.DeclineDialog order={declined} onClose={() => setDeclined(null)} /> : null}
    </section>
  );
}
