import type { LiveFigures } from '../../../../contract/extension/operations.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { timeText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { QueryResult } from '../../app/Page.tsx';
import { useLocale } from '../../hooks/useLocale.ts';
import { Calls, Jobs } from './LiveTables.tsx';
import { useFigures } from './useFigures.ts';
import { useLiveFigures } from './useLiveFigures.ts';

type Figure = { readonly label: string; readonly value: string; readonly note?: string };
type CardProps = { readonly title: string; readonly figures: readonly Figure[]; readonly note?: string };

function Card({ title, figures, note }: CardProps) {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <dl className="figures">
        {figures.map(({ label, value, note: below }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              {below ? <small>{below}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      {note ? <p className="card-note">{note}</p> : null}
    </section>
  );
}

function Cards({ figures }: { readonly figures: LiveFigures }) {
  const { t } = useTranslation();
  const { number, perMin, ms, mib, duration } = useFigures();
  const {
    sockets,
    processes,
    orders,
    reviews,
    calls,
    process: { startTime, connections, ...own },
    time,
  } = figures;
  const busText = (bus: LiveFigures['process']['bus']) => {
    if (bus === null) return t('operations.live.busAlone');
    const parts = { waiting: number(bus.waiting), age: duration(bus.heartbeatAgeMs / 1_000) };
    return bus.connected ? t('operations.live.busUp', parts) : t('operations.live.busDown', parts);
  };
  const waiting = ({ length, oldestSeconds }: LiveFigures['orders']) => ({
    value: number(length),
    note:
      length > 0 ? t('operations.live.oldest', { time: duration(oldestSeconds) }) : t('operations.live.nobodyWaits'),
  });
  const roles = ['doctor', 'auditor', 'administrator', 'patient'] as const;
  return (
    <div className="live-cards">
      <Card
        title={t('operations.live.queues')}
        figures={[
          { label: t('operations.live.orders'), ...waiting(orders) },
          { label: t('operations.live.reviews'), ...waiting(reviews) },
        ]}
      />
      <Card
        title={t('operations.live.connected')}
        figures={roles.map((role) => ({ label: t(`operations.live.roles.${role}`), value: number(sockets[role]) }))}
        note={t('operations.live.connectedNote')}
      />
      <Card
        title={t('operations.live.process')}
        figures={[
          { label: t('operations.live.loopP50'), value: ms(own.eventLoopP50Ms) },
          { label: t('operations.live.loopP99'), value: ms(own.eventLoopP99Ms) },
          { label: t('operations.live.eventLag'), value: own.eventLagMs === null ? '—' : ms(own.eventLagMs) },
          { label: t('operations.live.memory'), value: mib(own.memoryMiB) },
          {
            label: t('operations.live.connections'),
            value:
              connections === null
                ? '—'
                : t('operations.live.connectionsOf', {
                    total: number(connections.total),
                    idle: number(connections.idle),
                    waiting: number(connections.waiting),
                  }),
          },
          { label: t('operations.live.bus'), value: busText(own.bus) },
          { label: t('operations.live.running'), value: duration((time - startTime) / 1_000) },
        ]}
        note={t('operations.live.processNote', { count: processes })}
      />
      <Card
        title={t('operations.live.calls')}
        figures={[
          { label: t('operations.live.callsPerMin'), value: perMin(calls.callsPerMin) },
          { label: t('operations.live.errorsPerMin'), value: perMin(calls.errorsPerMin) },
        ]}
        note={t('operations.live.callsNote')}
      />
    </div>
  );
}

/** The figures of now: who is connected, what waits, calls, the process and its jobs. */
export function LivePanel() {
  const { t } = useTranslation();
  const where = useLocale();
  const { result, stale } = useLiveFigures();
  return (
    <QueryResult result={result} lines={12}>
      {(figures) => (
        <div className="live" data-stale={stale || undefined}>
          <div role="status">
            {stale ? (
              <Notice tone="warning" title={t('operations.live.stale')}>
                {t('operations.live.staleText', { time: timeText(figures.time, where) })}
              </Notice>
            ) : null}
          </div>
          {figures.failing.length > 0 ? (
            <Notice tone="danger" urgent title={t('operations.live.failing')}>
              {t('operations.live.failingText', { parts: figures.failing.join(t('shared.list.items')) })}
            </Notice>
          ) : null}
          <Cards figures={figures} />
          <div className="live-tables">
            <Calls groups={figures.calls.groups} />
            <Jobs jobs={figures.jobs} now={figures.time} />
          </div>
        </div>
      )}
    </QueryResult>
  );
}
