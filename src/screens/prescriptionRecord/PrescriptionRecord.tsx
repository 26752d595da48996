import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { laterPane } from '../../ui/LaterPart.tsx';
import { useApp } from '../app/app.ts';
import { dotted, joined } from '../app/joined.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { ExportButton } from '../lists/ExportButton.tsx';
import { createdBetween, StatusCounts } from '../lists/filterFields.tsx';
import { PagedTable } from '../lists/PagedTable.tsx';
import { usePages, useQuery } from '../lists/usePages.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePrescriptionChanges, usePrescriptionStates } from '../prescription/prescriptionState.ts';
import {
  choices,
  PrescriptionFilters,
  usePrescriptionAddress,
  usePrescriptionFilters,
} from './PrescriptionFilters.tsx';
import { usePrescriptionColumns } from './prescriptionColumns.tsx';
import './prescriptionRecord.css';

const detail = laterPane(() => import('./PrescriptionDetail.tsx').then((m) => m.PrescriptionDetail));

/** A prescription in a single cell, for narrow tables. */
function PrescriptionInOneCell({ rx }: { readonly rx: RxBrief }) {
  const locale = useLocale();
  const patients = usePatientWords();
  const { status } = usePrescriptionStates();
  const address = usePrescriptionAddress();
  const { text, tone } = status(rx.status);
  return (
    <div className="in-one-cell">
      <Link className="page-link" to={address(rx.id)}>
        {dotted(rx.patient.name, patients.short(rx.patient))}
      </Link>
      <span data-end="">
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span data-wide="">
        {joined(
          'entries',
          rx.diagnosisList.map(({ name }) => name),
        )}
      </span>
      <small>{rx.prescriptionNo}</small>
      <small data-end="">{dateTimeText(rx.createTime, locale)}</small>
    </div>
  );
}

const pageSize = 50;

/** The doctor's prescriptions, newest first, with the selected one beside the list. */
export function PrescriptionRecord() {
  detail.useAhead();
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const { values, set, clear, chosen, isFiltered } = usePrescriptionFilters();
  const { keyword, status, review, from, to } = values;
  const selection = useMemo(
    () => ({
      ...(keyword ? { keyword } : {}),
      ...(review ? { auditStatus: review } : {}),
      ...createdBetween(from, to, zone),
    }),
    [keyword, review, from, to, zone],
  );
  const ask: Ask<RxBrief> = useCallback(
    (pageNo, options) =>
      api.listPrescriptions(
        { pageNo, pageSize, ...selection, ...(status ? { status } : {}) },
        { ...options, quiet: true },
      ),
    [api, selection, status],
  );
  const list = usePages(ask);
  const counts = useQuery(
    useCallback((signal) => api.countOwnPrescriptions(selection, { signal, quiet: true }), [api, selection]),
  );
  const refresh = () => {
    list.reload();
    counts.reload();
  };
  usePrescriptionChanges(refresh);
  const columns = usePrescriptionColumns();
  const { statuses } = usePrescriptionStates();
  return (
    <Page fill>
      <PageHeader title={t('prescriptions.title')}>
        <ExportButton name={t('prescriptions.title')} ask={ask} total={list.total} columns={columns} />
      </PageHeader>
      <PrescriptionFilters values={values} onChange={set} onClear={isFiltered ? clear : null} />
      <StatusCounts
        label={t('prescriptions.counts')}
        states={choices(statuses)}
        result={counts}
        current={status}
        onChoose={(value) => set('status', value)}
      />
      <div className="rx-record" data-open={chosen ? '' : undefined}>
        <PagedTable
          label={t('prescriptions.table')}
          pages={list}
          columns={columns}
          rowKey={({ id }) => id}
          currentKey={chosen}
          squeezed={chosen !== null}
          inOneCell={(rx) => <PrescriptionInOneCell rx={rx} />}
          empty={
            isFiltered
              ? { title: t('prescriptions.empty'), text: t('prescriptions.emptyText') }
              : { title: t('prescriptions.none'), text: t('prescriptions.noneText') }
          }
        />
        {chosen ? <detail.Pane key={chosen} id={chosen} onChanged={refresh} /> : null}
      </div>
    </Page>
  );
}
