import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { shortTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePrescriptionChanges } from '../prescription/prescriptionState.ts';
import { AskedNow } from './AskedNow.tsx';
import { DueRow } from './DueCard.tsx';
import { LapsingNow } from './LapsingNow.tsx';

const shownAtOnce = 5;

/** Questions, prescriptions and records that need action by the doctor, and prescriptions in review. */
export function DueNow() {
  return (
    <div className="home-column">
      <AskedNow />
      <Prescriptions name="rejected" />
      <LapsingNow />
      <Prescriptions name="pending" />
    </div>
  );
}

function Prescriptions({ name }: { readonly name: 'rejected' | 'pending' }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const status = PrescriptionStatus[name];
  const result = useQuery(
    useCallback(
      (signal) => api.listPrescriptions({ status, pageNo: 1, pageSize: shownAtOnce }, { signal, quiet: true }),
      [api, status],
    ),
  );
  usePrescriptionChanges(result.reload);
  const title = t(`home.prescriptions.${name}`);
  const total = result.state === 'ready' ? result.data.total : 0;
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CountBadge count={total} tone={name === 'rejected' ? 'danger' : 'neutral'} />
        <Link className="page-link" to={`/prescriptionRecord?status=${status}`}>
          {t('home.prescriptions.all')}
        </Link>
      </header>
      <QueryResult result={result} lines={3}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t(`home.prescriptions.none.${name}`)} />
          ) : (
            <ul className="home-rows">
              {list.map((rx) => (
                <Row key={rx.id} rx={rx} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  );
}

function Row({ rx }: { readonly rx: RxBrief }) {
  const locale = useLocale();
  const now = useNow();
  const patients = usePatientWords();
  const { id, patient, auditRemark, diagnosisList, submitTime, createTime, prescriptionNo } = rx;
  return (
    <DueRow
      to={`/prescriptionRecord?id=${id}`}
      name={patient.name}
      about={patients.short(patient)}
      text={auditRemark || [prescriptionNo, ...diagnosisList.map(({ name }) => name)].join(' · ')}
      when={<time>{shortTimeText(submitTime ?? createTime, now, locale)}</time>}
    />
  );
}
