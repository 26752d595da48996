import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../hooks/useNarrow.ts';
import type { ShownPages } from './usePages.ts';
import { useTooWide } from './useTooWide.ts';
import './pagedTable.css';

type Props<Row> = {
  readonly label: string;
  readonly pages: Omit<ShownPages<Row>, 'outdated'> & { readonly outdated?: boolean };
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly currentKey?: string | null;
  /** Renders a whole row in one cell, for narrow tables and where the columns are wider than the table's box. */
  readonly inOneCell?: (row: Row) => ReactNode;
  /** The table is narrow although the window is wide, because something is beside it. */
  readonly squeezed?: boolean;
  /** Why the list is empty and what to do about it. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
};

/** The columns, or a single column for narrow tables. */
function useColumns<Row>({ label, columns, inOneCell }: Props<Row>, squeezed: boolean): readonly Column<Row>[] {
  const narrow = useNarrow();
  return useMemo(
    () => (inOneCell && (narrow || squeezed) ? [{ name: 'all', header: label, cell: inOneCell }] : columns),
    [label, columns, inOneCell, narrow, squeezed],
  );
}

/** A paged list with its states: loading, empty, failed with retry, and loading more on scroll. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, pages, rowKey, currentKey = null, empty } = props;
  const { t } = useTranslation();
  const { state, rows, total, atLeast, failure, more, reload, outdated = false } = pages;
  const { isTooWide, ref } = useTooWide(props.inOneCell !== undefined);
  const columns = useColumns(props, props.squeezed === true || isTooWide);
  if (rows.length === 0 && state === 'loading')
    return <Skeleton loading label={t('common.state.loading')} lines={10} />;
  const failed =
    state === 'failed' ? (
      <div className="paged-failed" role="alert">
        <span>{`${t('common.state.failed')} ${failure?.message ?? ''}`}</span>
        <Button size="sm" look="outline" onClick={reload}>
          {t('common.actions.retry')}
        </Button>
      </div>
    ) : null;
  return (
    <div className="paged" ref={ref} aria-busy={outdated || undefined}>
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
          {outdated
            ? t('common.state.loading')
            : atLeast
              ? t('orders.atLeast', { count: total })
              : t('shared.list.count', { count: total })}
        </p>
      ) : null}
    </div>
  );
}
