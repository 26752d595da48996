import { Link } from 'react-router-dom';
import { placeOfAlert } from '../../domain/alerts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { shortTimeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { useNow } from '../useTicking.ts';
import { FailedNotice } from './FailedNotice.tsx';

/** Questions of auditors that wait for the doctor; nothing while there are none, and a retry if they could not be loaded. */
export function AskedNow() {
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const desk = useLive(useApp().alerts$)?.questions;
  const list = useLive(desk?.open$ ?? nothing$);
  const questions = list?.questions ?? [];
  if (list?.state === 'failed') return <FailedNotice title={t('home.questionsFailed')} onRetry={desk?.refresh} />;
  if (questions.length === 0) return null;
  return (
    <section className="card" aria-label={t('home.questions')}>
      <header>
        <h2>{t('home.questions')}</h2>
        <CountBadge count={questions.length} tone="danger" />
      </header>
      <ul className="home-rows">
        {questions.map(({ id, orderId, patientName, prescriptionNo, text, author, askTime }) => (
          <li key={id}>
            <div>
              <p>
                <Link className="page-link" to={placeOfAlert({ kind: 'question', orderId })}>
                  {patientName}
                </Link>{' '}
                <span>{prescriptionNo}</span>
              </p>
              <p>{[author.name, text].filter(Boolean).join(' · ')}</p>
            </div>
            <time>{shortTimeText(askTime, now, where)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
