import { Link, useNavigate } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Awaiting } from '../../streams/awaiting.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type DoctorServices, useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { limitedWaits, MarkThreshold, useMarkThreshold } from '../lists/WaitClock.tsx';
import { WaitingRow } from './WaitingRow.tsx';

const shownAtOnce = 8;

/** The longest waiting patients and the running consultations, one click from each patient. */
export function WaitingNow() {
  const work = useLive(useApp().work$);
  const { t } = useTranslation();
  if (work) return <Lists work={work} />;
  return (
    <section className="card">
      <Skeleton loading label={t('common.state.loading')} />
    </section>
  );
}

function Lists({ work }: { readonly work: DoctorServices }) {
  const { t } = useTranslation();
  const { waiting, running, state } = useLive(work.awaiting.list);
  const threshold = useMarkThreshold(limitedWaits(waiting));
  const navigate = useNavigate();
  const accept = (order: ConsultOrder) => {
    work.workspace.send({ type: 'patient.accepted', order });
    void navigate('/cloudRoom');
  };
  return (
    <div className="home-column">
      <section className="card" aria-label={t('home.waiting.title')}>
        <header>
          <h2>{t('home.waiting.title')}</h2>
          <CountBadge count={waiting.length} tone="neutral" />
          <Link className="page-link" to="/cloudRoom">
            {t('home.waiting.all')}
          </Link>
        </header>
        {state === 'stale' ? (
          <p className="card-note" role="status">
            {t('workspace.awaiting.stale')}
          </p>
        ) : null}
        <MarkThreshold value={threshold}>
          <Rows
            state={state}
            orders={waiting.slice(0, shownAtOnce)}
            onRetry={work.awaiting.refresh}
            onAccept={accept}
          />
        </MarkThreshold>
        {waiting.length > shownAtOnce ? (
          <Link className="page-link" to="/cloudRoom">
            {t('home.waiting.more', { count: waiting.length - shownAtOnce })}
          </Link>
        ) : null}
      </section>
      {running.length > 0 ? (
        <section className="card" aria-label={t('home.running')}>
          <header>
            <h2>{t('home.running')}</h2>
            <CountBadge count={running.length} tone="neutral" />
          </header>
          <ul className="home-rows">
            {running.map((order) => (
              <WaitingRow key={order.id} order={order} onAccept={null} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

type RowsProps = {
  readonly state: Awaiting['state'];
  readonly orders: readonly ConsultOrder[];
  readonly onRetry: () => void;
  readonly onAccept: (order: ConsultOrder) => void;
};

function Rows({ state, orders, onRetry, onAccept }: RowsProps) {
  const { t } = useTranslation();
  if (state === 'failed')
    return (
      <EmptyState
        title={t('workspace.awaiting.failed')}
        text={t('workspace.awaiting.failedText')}
        action={
          <Button look="outline" size="sm" onClick={onRetry}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return (
    <Skeleton loading={state === 'loading'} label={t('common.state.loading')} lines={5}>
      {orders.length === 0 ? (
        <EmptyState title={t('workspace.awaiting.none')} text={t('workspace.awaiting.noneText')} />
      ) : (
        <ul className="home-rows">
          {orders.map((order) => (
            <WaitingRow key={order.id} order={order} onAccept={onAccept} />
          ))}
        </ul>
      )}
    </Skeleton>
  );
}
