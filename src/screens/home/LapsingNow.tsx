import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { relativeText } from '../../ui/relativeText.ts';
import { useApp } from '../app/app.ts';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePrescriptionChanges, usePrescriptionStates } from '../prescription/prescriptionState.ts';
import { DueCard, DueRow } from './DueCard.tsx';
import { FailedNotice } from './FailedNotice.tsx';

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
  const more = ({ total, list }: { readonly total: number; readonly list: readonly unknown[] }) =>
    total > list.length ? t('home.lapsing.more', { count: total - list.length }) : null;
  return (
    <>
      <DueCard title={t('home.lapsing.unsigned')} total={unsigned.total} note={more(unsigned)}>
        {unsigned.list.map(({ orderId, orderNo, patient, signUntil }) => (
          <DueRow
            key={orderId}
            to={`/cloudRoom?order=${orderId}`}
            name={patient.name}
            about={patients.short(patient)}
            text={orderNo}
            when={<span>{t('home.lapsing.signUntil', { time: until(signUntil) })}</span>}
          />
        ))}
      </DueCard>
      <DueCard title={t('home.lapsing.expiring')} total={expiring.total} note={more(expiring)}>
        {expiring.list.map(({ id, prescriptionNo, patient, status, expireTime }) => (
          <DueRow
            key={id}
            to={`/prescriptionRecord?id=${id}`}
            name={patient.name}
            about={patients.short(patient)}
            text={[states.status(status).text, prescriptionNo].join(' · ')}
            when={<span>{t('home.lapsing.expires', { time: until(expireTime) })}</span>}
          />
        ))}
      </DueCard>
    </>
  );
}
