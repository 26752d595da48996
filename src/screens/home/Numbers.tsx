import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { dayKey } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { usePrescriptionNews } from '../usePrescriptionNews.ts';
import { useQuestion } from '../useQuestion.ts';
import { useTicking } from '../useTicking.ts';

type NumberProps = {
  readonly label: string;
  /** Null while it is not known. */
  readonly count: number | null | undefined;
  readonly to: string;
  /** Something here wants to be done. */
  readonly calls?: boolean;
};

function NumberTile({ label, count, to, calls = false }: NumberProps) {
  return (
    <li>
      <Link to={to} data-calls={(calls && (count ?? 0) > 0) || undefined}>
        <strong>{count ?? '–'}</strong>
        <span>{label}</span>
      </Link>
    </li>
  );
}

/** How the day stands, in numbers; each leads to what it counts. */
export function Numbers() {
  const { api, work$, zone } = useApp();
  const { t } = useTranslation();
  const orders = useLive(useLive(work$)?.counts$ ?? nothing$);
  const today = useTicking((now) => dayKey(now, zone));
  const asked = useQuestion(useCallback((signal) => api.getPrescriptionNum({}, { signal, quiet: true }), [api]));
  usePrescriptionNews(asked.again);
  const prescriptions = asked.state === 'ready' ? asked.data : null;
  const { pending, rejected, expired } = PrescriptionStatus;
  return (
    <ul className="home-numbers" aria-label={t('home.numbers.title')}>
      <NumberTile label={t('home.numbers.waiting')} count={orders?.waiting} to="/cloudRoom" calls />
      <NumberTile label={t('home.numbers.active')} count={orders?.active} to="/cloudRoom" />
      <NumberTile label={t('home.numbers.today')} count={orders?.today} to={`/orderRecord?from=${today}&to=${today}`} />
      <NumberTile
        label={t('home.numbers.pending')}
        count={prescriptions?.pending}
        to={`/prescriptionRecord?status=${pending}`}
      />
      <NumberTile
        label={t('home.numbers.rejected')}
        count={prescriptions?.rejected}
        to={`/prescriptionRecord?status=${rejected}`}
        calls
      />
      <NumberTile
        label={t('home.numbers.expired')}
        count={prescriptions?.expired}
        to={`/prescriptionRecord?status=${expired}`}
      />
    </ul>
  );
}
