import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useApp } from '../app.ts';
import { createdBetween } from '../days.ts';
import { Page } from '../Page.tsx';
import { PagedTable } from '../PagedTable.tsx';
import { usePages } from '../usePages.ts';
import { usePrescriptionNews } from '../usePrescriptionNews.ts';
import { useQuestion } from '../useQuestion.ts';
import { PrescriptionCounts } from './PrescriptionCounts.tsx';
import { PrescriptionDetail } from './PrescriptionDetail.tsx';
import { PrescriptionFilters } from './PrescriptionFilters.tsx';
import { PrescriptionInOneCell } from './PrescriptionInOneCell.tsx';
import { usePrescriptionColumns } from './prescriptionColumns.tsx';
import { usePrescriptionFilters } from './usePrescriptionFilters.ts';
import './prescriptionRecord.css';

const pageSize = 50;

/** The doctor's prescriptions, newest first, with the chosen one beside them. */
export function PrescriptionRecord() {
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const { values, set, clear, chosen, isFiltered } = usePrescriptionFilters();
  const { keyword, status, review, from, to } = values;
  const list = usePages(
    useCallback(
      (pageNo, signal) =>
        api.listPrescriptions(
          {
            pageNo,
            pageSize,
            ...(keyword ? { keyword } : {}),
            ...(status ? { status } : {}),
            ...(review ? { auditStatus: review } : {}),
            ...createdBetween(from, to, zone),
          },
          { signal, quiet: true },
        ),
      [api, keyword, status, review, from, to, zone],
    ),
  );
  const counts = useQuestion(useCallback((signal) => api.getPrescriptionNum({}, { signal, quiet: true }), [api]));
  const refresh = () => {
    list.again();
    counts.again();
  };
  usePrescriptionNews(refresh);
  const columns = usePrescriptionColumns();
  return (
    <Page fill>
      <PageHeader title={t('prescriptions.title')}>
        <PrescriptionCounts counts={counts.state === 'ready' ? counts.data : null} current={status} onChoose={set} />
      </PageHeader>
      <PrescriptionFilters values={values} onChange={set} onClear={isFiltered ? clear : null} />
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
        {chosen ? <PrescriptionDetail key={chosen} id={chosen} onChanged={refresh} /> : null}
      </div>
    </Page>
  );
}
