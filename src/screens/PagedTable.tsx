import type { ReactNode } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import type { Paged, Pages } from '../streams/pages.ts';
import { Button } from '../ui/Button.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import './pagedTable.css';

type Props<Row> = {
  readonly label: string;
  readonly pages: Paged<Row> & Pick<Pages<Row>, 'more' | 'again'>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly currentKey?: string | null;
  /** Why there is nothing, and what to do about it. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
};

/** A long list with all its states: loading, empty, failed with a way out, and growing as one reads on. */
export function PagedTable<Row>({ label, pages, columns, rowKey, currentKey = null, empty }: Props<Row>) {
  const { t } = useTranslation();
  const { state, rows, total, failure, more, again } = pages;
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
    <div className="paged">
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
      {rows.length > 0 ? <p className="paged-count">{t('common.list.count', { count: total })}</p> : null}
    </div>
  );
}
