import { useMemo } from 'react';
import type { Api } from '../../../../contract/catalogue.ts';
import type { TrailRow } from '../../../../contract/extension/trail.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import type { Ask } from '../../../streams/pages.ts';
import { useApp } from '../../app/app.ts';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { usePages } from '../../lists/usePages.ts';
import { TrailFilters } from './TrailFilters.tsx';
import { TrailInOneCell, useTrailColumns } from './trailColumns.tsx';
import { type TrailFilter, useTrailFilters } from './useTrailFilters.ts';

/** Loads pages by the cursor that the page before gave; how many rows there are in all is not known. */
function createAsk(api: Api, filter: TrailFilter): Ask<TrailRow> {
  const cursors: (string | null)[] = [];
  const loaded: number[] = [];
  return async (pageNo, options) => {
    const cursor = pageNo === 1 ? null : (cursors[pageNo - 1] ?? null);
    const asked = { ...filter, ...(cursor ? { cursor } : {}) };
    const answer = await api.searchTrail(asked, { ...options, quiet: true });
    if (!answer.ok) return answer;
    const { list, next } = answer.data;
    cursors[pageNo] = next;
    loaded[pageNo] = (pageNo === 1 ? 0 : (loaded[pageNo - 1] ?? 0)) + list.length;
    const total = loaded[pageNo] ?? 0;
    return { ...answer, data: { list, total: next === null ? total : total + 1, atLeast: next !== null } };
  };
}

/** What the trail says: who did what, about whom, from where and with which outcome. */
export function TrailPanel() {
  const { api } = useApp();
  const { t } = useTranslation();
  const filters = useTrailFilters();
  const { filter } = filters;
  const pages = usePages(useMemo(() => createAsk(api, filter), [api, filter]));
  const columns = useTrailColumns();
  return (
    <div className="operations-list">
      <TrailFilters filters={filters} />
      <p className="card-note">{t('operations.trail.note')}</p>
      <PagedTable
        label={t('operations.trail.table')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        inOneCell={(row) => <TrailInOneCell row={row} />}
        empty={{ title: t('operations.trail.none'), text: t('operations.trail.noneText') }}
      />
    </div>
  );
}
