import { ChevronDown, ChevronRight } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { PatientId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { createQuery } from '../../streams/query.ts';
import { dateText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLinks } from '../app/links.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { Paged, QueryResult } from '../lists/Paged.tsx';

const pageSize = 20;

type Visit = {
  readonly visitNo: string;
  readonly visitTime: number;
  readonly hospital: string;
  readonly dept: string;
  readonly doctor: string;
  readonly diagnosis: string;
};

/** Earlier visits at this and other hospitals, newest first; each opens its record. */
export function PastVisits({ patientId }: { readonly patientId: PatientId }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const fetchPage = useCallback(
    (pageNo: number, signal: AbortSignal) =>
      api.medicalRecordList({ patientId, pageNo, pageSize }, { signal, quiet: true }),
    [api, patientId],
  );
  return (
    <Paged fetchPage={fetchPage} pageSize={pageSize} empty={t('history.noVisits')}>
      {(visit: Visit) => <VisitRow key={visit.visitNo} visit={visit} patientId={patientId} />}
    </Paged>
  );
}

function VisitRow({ visit, patientId }: { readonly visit: Visit; readonly patientId: PatientId }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const { visitTime, hospital, dept, doctor, diagnosis } = visit;
  const date = dateText(visitTime, locale);
  return (
    <div className="history-visit">
      <button
        type="button"
        aria-expanded={open}
        aria-label={t('history.visitDetail', { date, hospital, diagnosis })}
        onClick={() => setOpen(!open)}
      >
        {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        <span>
          <strong>{diagnosis}</strong>
          <small>
            <time>{date}</time>
            <span>{` · ${dotted(hospital, dept, doctor)}`}</span>
          </small>
        </span>
      </button>
      {open ? <VisitDetail patientId={patientId} visitNo={visit.visitNo} /> : null}
    </div>
  );
}

function VisitDetail({ patientId, visitNo }: { readonly patientId: PatientId; readonly visitNo: string }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { linkOf } = useLinks();
  const query = useMemo(
    () => createQuery((signal) => api.electronicMedicalRecords({ patientId, visitNo }, { signal, quiet: true })),
    [api, patientId, visitNo],
  );
  return (
    <QueryResult query={query}>
      {({ sections, orders, reports }) => (
        <dl className="history-facts">
          {sections.map(({ title, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two addenda of a day have the same title.
            <div key={at}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {orders && orders.length > 0 ? (
            <div>
              <dt>{t('history.orders')}</dt>
              {orders.map(({ name, usage }) => (
                <dd key={`${name} ${usage}`}>{t('shared.list.named', { name, what: usage })}</dd>
              ))}
            </div>
          ) : null}
          {reports && reports.length > 0 ? (
            <div>
              <dt>{t('history.reports')}</dt>
              {reports.map(({ url, name }) => (
                <dd key={url}>
                  <a href={linkOf(url)} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                </dd>
              ))}
            </div>
          ) : null}
        </dl>
      )}
    </QueryResult>
  );
}
