import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { relativeText } from '../../ui/relativeText.ts';
import { useApp } from '../app.ts';
import { usePatientWords } from '../patients.ts';
import { usePrescriptionChanges, usePrescriptionStates } from '../prescriptionState.ts';
import { useQuery } from '../usePages.ts';
import { useNow } from '../useTicking.ts';
import { FailedNotice } from './FailedNotice.tsx';

type CardProps = {
  readonly title: string;
  readonly total: number;
  readonly shown: number;
  readonly children: ReactNode;
};

/** A list of what lapses; nothing while it is empty. */
function Card({ title, total, shown, children }: CardProps) {
  const { t } = useTranslation();
  if (total === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CountBadge count={total} />
      </header>
      <ul className="home-rows">{children}</ul>
      {total > shown ? <p className="card-note">{t('home.lapsing.more', { count: total - shown })}</p> : null}
    </section>
  );
}

/** What lapses within a day: records to sign, and prescriptions that expire before they are dispensed. */
export function LapsingNow() {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const now = useNow();
  const patients = usePatientWords();
  const states = usePrescriptionStates();
  const result = useQuery(useCallback((signal) => api.dueWork({}, { signal, quiet: true }), [api]));
  usePrescriptionChanges(result.reload);
  if (result.state === 'failed') return <FailedNotice title={t('home.lapsing.failed')} onRetry={result.reload} />;
  if (result.state === 'loading') return null;
  const { unsigned, expiring } = result.data;
  const until = (time: number) => relativeText(time, now, language);
  return (
    <>
      <Card title={t('home.lapsing.unsigned')} total={unsigned.total} shown={unsigned.list.length}>
        {unsigned.list.map(({ orderId, orderNo, patient, signUntil }) => (
          <li key={orderId}>
            <div>
              <p>
                <Link className="page-link" to={`/cloudRoom?order=${orderId}`}>
                  {patient.name}
                </Link>{' '}
                <span>{patients.short(patient)}</span>
              </p>
              <p>{orderNo}</p>
            </div>
            <span>{t('home.lapsing.signUntil', { time: until(signUntil) })}</span>
          </li>
        ))}
      </Card>
      <Card title={t('home.lapsing.expiring')} total={expiring.total} shown={expiring.list.length}>
        {expiring.list.map(({ id, prescriptionNo, patient, status, expireTime }) => (
          <li key={id}>
            <div>
              <p>
                <Link className="page-link" to={`/prescriptionRecord?id=${id}`}>
                  {patient.name}
                </Link>{' '}
                <span>{patients.short(patient)}</span>
              </p>
              <p>{[states.status(status).text, prescriptionNo].join(' · ')}</p>
            </div>
            <span>{t('home.lapsing.expires', { time: until(expireTime) })}</span>
          </li>
        ))}
      </Card>
    </>
  );
}
