import type { ComponentProps, ReactNode } from 'react';
import { type TableComponents, TableVirtuoso } from 'react-virtuoso';
import './table.css';

/** A column: its heading and how it renders a cell. */
export type Column<Row> = {
  readonly name: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell in an exported list; a column without it is not exported. */
  readonly text?: (row: Row) => string | number | null | undefined;
  readonly sortable?: boolean;
  readonly align?: 'end';
  readonly width?: string;
};

/** The sorted column and its direction. */
export type Sort = { readonly column: string; readonly direction: 'ascending' | 'descending' };

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  /** The row whose details are open beside the table. */
  readonly currentKey?: string | null;
  /** Called when the last row becomes visible, so that the next page can be loaded. */
  readonly onEnd?: () => void;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
};

type Context = {
  readonly label: string;
  readonly total: number;
  readonly isCurrent: (row: unknown) => boolean;
};
type RowProps = ComponentProps<'tr'> & { readonly item: unknown; readonly context: Context; 'data-index': number };

/** Defined once per module, because components created during a render would remount on every change. */
const parts: TableComponents<unknown, Context> = {
  Table: ({ context, style, children }) => (
    <table className="ui-table" style={style} aria-label={context.label} aria-rowcount={context.total + 1}>
      {children}
    </table>
  ),
  TableRow: ({ item, context, ...row }: RowProps) => (
    <tr {...row} aria-rowindex={row['data-index'] + 2} data-current={context.isCurrent(item) ? '' : undefined} />
  ),
};

const turned = (sort: Sort | null, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
});

/** A virtualised table: only the visible rows are rendered. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort = null, onSort, currentKey = null, onEnd, empty } = props;
  if (rows.length === 0) return empty;
  return (
    <div className="ui-table-box">
      <TableVirtuoso<Row, Context>
        data={rows as Row[]}
        context={{
          label,
          total: rows.length,
          isCurrent: (row) => currentKey !== null && rowKey(row as Row) === currentKey,
        }}
        components={parts as TableComponents<Row, Context>}
        computeItemKey={(_, row) => rowKey(row)}
        increaseViewportBy={400}
        {...(onEnd ? { endReached: onEnd } : {})}
        fixedHeaderContent={() => (
          <tr aria-rowindex={1}>
            {columns.map(({ name, header, sortable, align, width }) => (
              <th
                key={name}
                scope="col"
                data-align={align}
                style={width ? { width } : undefined}
                aria-sort={sortable && sort?.column === name ? sort.direction : undefined}
              >
                {sortable && onSort ? (
                  <button type="button" onClick={() => onSort(turned(sort, name))}>
                    {header}
                  </button>
                ) : (
                  header
                )}
              </th>
            ))}
          </tr>
        )}
        itemContent={(_, row) =>
          columns.map(({ name, cell, align }) => (
            <td key={name} data-align={align}>
              {cell(row)}
            </td>
          ))
        }
      />
    </div>
  );
}
