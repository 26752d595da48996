import {
  type ComponentProps,
  memo,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import type { QueueSort, SortedColumn } from '../../domain/queueView.ts';
import { isFree, type ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useRemovalText } from './QueueNotices.tsx';
import { type Column, IntensityContext, narrowColumns } from './queueColumns.tsx';
import type { FocusRequest } from './useQueue.ts';
import '../../ui/table.css';

type Props = {
  readonly rows: readonly ShownRow[];
  readonly me: AccountId;
  readonly columns: readonly Column[];
  readonly sort: QueueSort | null;
  readonly onSort: (column: SortedColumn) => void;
  readonly openId: PrescriptionId | null;
  /** The row that the keyboard is on. */
  readonly activeId: PrescriptionId | null;
  readonly selected: readonly AuditItem[];
  readonly onSelect: (id: PrescriptionId) => void;
  readonly onOpen: (row: Pick<ShownRow, 'item'>) => void;
  readonly onScrolled: (away: boolean) => void;
  readonly onFocused: (id: PrescriptionId) => void;
  /** The row to focus. */
  readonly focusRequest: FocusRequest | null;
};

type Context = { readonly label: string; readonly total: number; readonly openId: PrescriptionId | null };
type RowProps = ComponentProps<'tr'> & { readonly item: ShownRow; readonly context: Context; 'data-index': number };

const parts: TableComponents<ShownRow, Context> = {
  Table: ({ context, style, children }) => (
    <table className="ui-table queue-table" style={style} aria-label={context.label} aria-rowcount={context.total + 1}>
      {children}
    </table>
  ),
  TableRow: ({ item, context, ...row }: RowProps) => (
    <tr
      {...row}
      aria-rowindex={row['data-index'] + 2}
      data-current={item.item.id === context.openId ? '' : undefined}
      data-left={item.left?.why}
    />
  ),
};

type CellsProps = ShownRow &
  Pick<Props, 'me' | 'columns' | 'onSelect' | 'onOpen' | 'onFocused'> & {
    readonly selected: boolean;
    readonly open: boolean;
    /** This row is the tab stop. */
    readonly active: boolean;
    /** Focuses the button when it is mounted; null except for the requested row. */
    readonly takeFocus: ((button: HTMLElement) => void) | null;
  };

/** The cells of a row; renders only if this row changes. */
const Cells = memo(function Cells(props: CellsProps) {
  const { item, left, me, columns, open, active, takeFocus, selected, onSelect, onOpen, onFocused } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current) takeFocus?.(button.current);
  }, [takeFocus]);
  const { t } = useTranslation();
  const removal = useRemovalText();
  const { at } = useContext(IntensityContext);
  return (
    <>
      <td data-col="select">
        {left || !isFree(item, at) ? null : (
          <input
            type="checkbox"
            className="queue-select"
            aria-label={t('reviewing.claims.select', { number: item.prescriptionNo })}
            tabIndex={active ? 0 : -1}
            checked={selected}
            onChange={() => onSelect(item.id)}
          />
        )}
      </td>
      {columns.map(({ name, Cell }) => (
        <td key={name} data-col={name}>
          <Cell item={item} me={me} />
        </td>
      ))}
      <td data-col="action">
        {left ? (
          <span className="queue-left">{removal(left)}</span>
        ) : item.decided ? null : (
          <Button
            ref={button}
            size="sm"
            look={open ? 'solid' : 'outline'}
            tabIndex={active ? 0 : -1}
            aria-label={t('reviewing.review', { number: item.prescriptionNo })}
            onFocus={() => onFocused(item.id)}
            onClick={() => onOpen({ item })}
          >
            {t('reviewing.reviewShort')}
          </Button>
        )}
      </td>
    </>
  );
});

type HeadProps = Pick<Props, 'columns' | 'sort' | 'onSort'>;

/** The headings sort; a third press restores the order of urgency. */
function Head({ columns, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  return (
    <tr aria-rowindex={1}>
      <th scope="col" data-col="select">
        <span className="ui-hidden">{t('reviewing.columns.select')}</span>
      </th>
      {columns.map(({ name }) => (
        <th key={name} scope="col" data-col={name} aria-sort={sort?.column === name ? sort.direction : undefined}>
          {name === 'diagnosis' ? (
            t('reviewing.columns.diagnosis')
          ) : (
            <button type="button" onClick={() => onSort(name)}>
              {t(`reviewing.columns.${name}`)}
            </button>
          )}
        </th>
      ))}
      <th scope="col" data-col="action">
        <span className="ui-hidden">{t('reviewing.columns.action')}</span>
      </th>
    </tr>
  );
}

/** The width up to which `prescriptionTask.css`, too, lays the queue out for one column. */
const narrowRem = 52;
/** The font size of the page in pixels where styles are not computed. */
const usualRem = 16;

/** Whether the box has room for the patient's column only; a box that is not displayed keeps its last answer. */
function useNarrow() {
  const box = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { width } = element.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualRem;
      if (width > 0) setNarrow(width <= narrowRem * rem);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, narrow };
}

const idOf = (_: number, { item }: ShownRow) => item.id;

/** The queue as a virtualised table. */
export function QueueTable(props: Props) {
  const { rows, me, sort, onSort, openId, activeId, selected, onSelect, onOpen, onScrolled, onFocused } = props;
  const { focusRequest } = props;
  const { box, narrow } = useNarrow();
  const columns = narrow ? narrowColumns : props.columns;
  const { t } = useTranslation();
  const table = useRef<TableVirtuosoHandle>(null);
  const activeAt = Math.max(
    0,
    rows.findIndex(({ item }) => item.id === activeId),
  );
  const answered = useRef<FocusRequest | null>(null);
  /** A row that scrolls back into view must not take the focus again. */
  const takeFocus = useCallback(
    (button: HTMLElement) => {
      if (answered.current === focusRequest) return;
      answered.current = focusRequest;
      button.focus();
    },
    [focusRequest],
  );
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const index = latest.current.findIndex(({ item }) => item.id === focusRequest?.id);
    if (index >= 0) table.current?.scrollIntoView({ index });
  }, [focusRequest]);
  const context = useMemo(
    () => ({ label: t('reviewing.queue'), total: rows.length, openId }),
    [t, rows.length, openId],
  );
  const scrolled = useRef(onScrolled);
  scrolled.current = onScrolled;
  const reachTop = useCallback((atTop: boolean) => scrolled.current(!atTop), []);
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const row = useCallback(
    (index: number, { item, left }: ShownRow) => (
      <Cells
        item={item}
        left={left}
        me={me}
        columns={columns}
        selected={selectedIds.has(item.id)}
        onSelect={onSelect}
        onOpen={onOpen}
        onFocused={onFocused}
        open={item.id === openId}
        active={index === activeAt}
        takeFocus={item.id === focusRequest?.id ? takeFocus : null}
      />
    ),
    [me, columns, openId, activeAt, selectedIds, onSelect, onOpen, onFocused, focusRequest, takeFocus],
  );
  return (
    <div ref={box} className="ui-table-box">
      <TableVirtuoso<ShownRow, Context>
        ref={table}
        data={rows as ShownRow[]}
        context={context}
        components={parts}
        computeItemKey={idOf}
        increaseViewportBy={400}
        atTopStateChange={reachTop}
        fixedHeaderContent={() => <Head columns={columns} sort={sort} onSort={onSort} />}
        itemContent={row}
      />
    </div>
  );
}
