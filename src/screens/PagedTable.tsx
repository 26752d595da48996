import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { ShownPages } from './usePages.ts';
import './pagedTable.css';

const narrow = () => window.matchMedia('(max-width: 47.99rem)');

function subscribe(changed: () => void) {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether there is room for one column only: phones, and 400 % zoom. */
const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);

type Props<Row> = {
  readonly label: string;
  readonly pages: Omit<ShownPages<Row>, 'outdated'> & { readonly outdated?: boolean };
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly currentKey?: string | null;
  /** A whole row in one cell, for where the columns have no room. */
  readonly inOneCell?: (row: Row) => ReactNode;
  /** There is no room although the window is wide: something stands beside the table. */
  readonly squeezed?: boolean;
  /** Why there is nothing, and what to do about it. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
};

/** The columns, or one with everything where they have no room. */
function useColumns<Row>({ label, columns, inOneCell, squeezed = false }: Props<Row>): readonly Column<Row>[] {
  const narrow = useNarrow();
  return useMemo(
    () => (inOneCell && (narrow || squeezed) ? [{ name: 'all', header: label, cell: inOneCell }] : columns),
    [label, columns, inOneCell, narrow, squeezed],
  );
}

/** A long list with all its states: loading, empty, failed with a way out, and growing as one reads on. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, pages, rowKey, currentKey = null, empty } = props;
  const { t } = useTranslation();
  const { state, rows, total, failure, more, again, outdated = false } = pages;
  const columns = useColumns(props);
  if (rows.length === 0 && state === 'loading')
    return <Skeleton loading label={t('common.state.loading')} lines={10} />;
  const failed =
    state === 'failed' ? (
      <div className="paged-failed" role="alert">
        <span>
          {t('common.state.failed')} {failure?.message}
        </span>
        <Button size="sm" look="outline" onClick={again}>
          {t('common.actions.retry')}
        </Button>
      </div>
    ) : null;
  return (
    <div className="paged" aria-busy={outdated || undefined}>
      {failed}
      {rows.length === 0 && failed ? null : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          currentKey={currentKey}
          onEnd={more}
          empty={<EmptyState {...empty} />}
        />
      )}
      {rows.length > 0 ? (
        <p className="paged-count" role="status">
          {outdated ? t('common.state.loading') : t('common.list.count', { count: total })}
        </p>
      ) : null}
    </div>
  );
}
