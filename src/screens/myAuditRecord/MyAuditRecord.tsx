import { Suspense, useCallback, useRef, useState } from 'react';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app/app.ts';
import { PageHeader } from '../app/Page.tsx';
import { ExportButton } from '../lists/ExportButton.tsx';
import { PagedTable } from '../lists/PagedTable.tsx';
import { useTab } from '../lists/useFilters.ts';
import { usePages, useQuery } from '../lists/usePages.ts';
import type { Reviewed } from './ReviewedRx.tsx';
import { ReviewInOneCell, useReviewColumns } from './reviewColumns.tsx';
import { type Doctor, ReviewFilters, useReviewFilters } from './reviewFilters.tsx';
import './myAuditRecord.css';

/** Code that shows prescriptions or their findings, with the texts of these. */
async function withDocuments<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadTexts('documents')]);
  return module;
}

const ReviewedRx = laterPart(() => withDocuments(import('./ReviewedRx.tsx')).then((m) => m.ReviewedRx), 'floating');
const FindingsByRule = laterPart(
  () => withDocuments(import('./FindingsByRule.tsx')).then((m) => m.FindingsByRule),
  'floating',
);
const Statistics = laterPart(() => withDocuments(import('./Statistics.tsx')).then((m) => m.Statistics));

const pageSize = 50;
const tabs = ['list', 'statistics'] as const;
const noDoctors: readonly Doctor[] = [];

/** A column of empty cells would only narrow the others. */
const withoutReasons = (columns: readonly Column<Reviewed>[]) => columns.filter(({ name }) => name !== 'reasons');

/** The reviewer's own decisions, latest first, and their statistics; both follow the filters of the URL. */
export function MyAuditRecord() {
  const { t } = useTranslation();
  const { api } = useApp();
  const { values, set, filter, clear } = useReviewFilters();
  const { tab, setTab } = useTab(tabs);
  const [shown, setShown] = useState<Reviewed | null>(null);
  const [alertsOpen, setAlertsOpen] = useState(false);
  const ask: Ask<Reviewed> = useCallback(
    (pageNo, options) => api.myAuditRecord({ pageNo, pageSize, ...filter }, { ...options, quiet: true }),
    [api, filter],
  );
  const pages = usePages(ask);
  const statistics = useQuery(
    useCallback((signal) => api.reviewStatistics(filter, { signal, quiet: true }), [api, filter]),
  );
  // The choice of doctors stays while other numbers load.
  const doctors = useRef(noDoctors);
  if (statistics.state === 'ready') doctors.current = statistics.data.doctors;
  const columns = useReviewColumns(setShown);
  const hasReasons = pages.rows.some(({ overrideCount }) => overrideCount);
  const loading = <Skeleton loading label={t('common.state.loading')} lines={10} />;
  return (
    <div className="my-reviews">
      <PageHeader title={t('reviewing.mine.title')}>
        <ExportButton name={t('reviewing.mine.title')} ask={ask} total={pages.total} columns={columns} />
        <Button look="outline" size="sm" onClick={() => setAlertsOpen(true)}>
          {t('reviewing.alerts.title')}
        </Button>
      </PageHeader>
      <ReviewFilters values={values} onChange={set} onClear={clear} doctors={doctors.current} />
      <Tabs
        label={t('reviewing.mine.title')}
        current={tab}
        onChange={setTab}
        tabs={[
          {
            name: 'list',
            label: t('reviewing.mine.list'),
            panel: (
              <PagedTable
                label={t('reviewing.mine.table')}
                pages={pages}
                columns={hasReasons ? columns : withoutReasons(columns)}
                rowKey={({ id, decisionTime }) => `${id} ${decisionTime}`}
                inOneCell={(row) => <ReviewInOneCell row={row} onShow={setShown} />}
                empty={{ title: t('reviewing.mine.none'), text: t('reviewing.mine.noneText') }}
              />
            ),
          },
          {
            name: 'statistics',
            label: t('reviewing.statistics.title'),
            panel: (
              <Suspense fallback={loading}>
                <Statistics result={statistics} />
              </Suspense>
            ),
          },
        ]}
      />
      {alertsOpen ? (
        <Suspense>
          <FindingsByRule onClose={() => setAlertsOpen(false)} />
        </Suspense>
      ) : null}
      {shown ? (
        <Suspense>
          <ReviewedRx reviewed={shown} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
