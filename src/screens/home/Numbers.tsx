import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { dayKey } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { usePrescriptionChanges } from '../prescription/prescriptionState.ts';
import { FailedNotice } from './FailedNotice.tsx';

type TileProps = {
  readonly label: string;
  /** Null while unknown. */
  readonly count: number | null | undefined;
  readonly to: string;
  /** Something here needs action. */
  readonly calls?: boolean;
};

function NumberTile({ label, count, to, calls = false }: TileProps) {
  return (
    <li>
      <Link to={to} data-calls={(calls && (count ?? 0) > 0) || undefined}>
        <strong>{count ?? '–'}</strong>
        <span>{label}</span>
      </Link>
    </li>
  );
}

/** The order counts of the stream; until it has some, those of a request that can be repeated. */
function useOrderCounts() {
  const { api, work$ } = useApp();
  const streamed = useLive(useLive(work$)?.counts$ ?? nothing$);
  const requested = useQuery(useCallback((signal) => api.getOrderNum({}, { signal, quiet: true }), [api]));
  const { awaitNum, processNum, todayNum } = requested.state === 'ready' ? requested.data : {};
  return {
    counts: streamed ?? { waiting: awaitNum, active: processNum, today: todayNum },
    failed: streamed === null && requested.state === 'failed',
    reload: requested.reload,
  };
}

/** Today's numbers, each a link to what it counts. Numbers that could not be loaded are dashes, with a retry. */
export function Numbers() {
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const { counts, ...orders } = useOrderCounts();
  const today = useTicking((now) => dayKey(now, zone));
  const result = useQuery(useCallback((signal) => api.getPrescriptionNum({}, { signal, quiet: true }), [api]));
  usePrescriptionChanges(result.reload);
  const prescriptions = result.state === 'ready' ? result.data : null;
  const { pending, rejected, expired } = PrescriptionStatus;
  const listOf = (status: number) => `/prescriptionRecord?status=${status}`;
  function reload() {
    if (orders.failed) orders.reload();
    if (result.state === 'failed') result.reload();
  }
  return (
    <>
      <ul className="home-numbers" aria-label={t('home.numbers.title')}>
        <NumberTile label={t('home.numbers.waiting')} count={counts.waiting} to="/cloudRoom" calls />
        <NumberTile label={t('home.numbers.active')} count={counts.active} to="/cloudRoom" />
        <NumberTile
          label={t('home.numbers.today')}
          count={counts.today}
          to={`/orderRecord?from=${today}&to=${today}`}
        />
        <NumberTile label={t('home.numbers.pending')} count={prescriptions?.pending} to={listOf(pending)} />
        <NumberTile label={t('home.numbers.rejected')} count={prescriptions?.rejected} to={listOf(rejected)} calls />
        <NumberTile label={t('home.numbers.expired')} count={prescriptions?.expired} to={listOf(expired)} />
      </ul>
      {orders.failed || result.state === 'failed' ? (
        <FailedNotice title={t('home.numbers.failed')} onRetry={reload} />
      ) : null}
    </>
  );
}
