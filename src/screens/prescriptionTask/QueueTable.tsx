import { type ComponentProps, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { type TableComponents, TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso';
import type { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import { doerName } from '../../domain/doerName.ts';
import type { Departure, ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { timeText } from '../../ui/format.ts';
import { useLocale } from '../useLocale.ts';
import { columns } from './queueColumns.tsx';
import '../../ui/table.css';

type Props = {
  readonly rows: readonly ShownRow[];
  readonly me: AccountId;
  readonly openId: PrescriptionId | null;
  /** The row that the keyboard is at. */
  readonly activeId: PrescriptionId | null;
  readonly onOpen: (row: Pick<ShownRow, 'item'>) => void;
  readonly onScrolled: (away: boolean) => void;
  /** Counted up when the focus is to go to the active row. */
  readonly focusCall: number;
};

type Context = { readonly label: string; readonly total: number; readonly openId: PrescriptionId | null };
type RowProps = ComponentProps<'tr'> & { readonly item: ShownRow; readonly context: Context; 'data-index': number };

const parts: TableComponents<ShownRow, Context> = {
  Table: ({ context, style, children }) => (
    <table className="ui-table audit-table" style={style} aria-label={context.label} aria-rowcount={context.total + 1}>
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

export const rowButtonId = (id: PrescriptionId): string => `review-${id}`;

/** Why a row is no longer to be reviewed, by whom and when. */
export function useDepartureText(): (left: Departure) => string {
  const { t } = useTranslation();
  const where = useLocale();
  return ({ why, by, at }) => {
    const what = t(`audit.left.${why}`);
    if (at === null) return what;
    const time = timeText(at, where);
    if (by === null) return t('audit.left.at', { what, time });
    return t('audit.left.by', { what, name: doerName(by, where.language), time });
  };
}

type CellsProps = ShownRow &
  Pick<Props, 'me' | 'onOpen'> & {
    readonly open: boolean;
    /** The tab key comes here. */
    readonly active: boolean;
  };

/** What stands in one row: drawn again only when something of it has changed, however much happens to the others. */
const Cells = memo(function Cells({ item, left, me, open, active, onOpen }: CellsProps) {
  const { t } = useTranslation();
  const departure = useDepartureText();
  return (
    <>
      {columns.map(({ name, Cell }) => (
        <td key={name} data-col={name}>
          <Cell item={item} me={me} />
        </td>
      ))}
      <td data-col="action">
        {left ? (
          <span className="audit-left">{departure(left)}</span>
        ) : (
          <Button
            id={rowButtonId(item.id)}
            size="sm"
            look={open ? 'solid' : 'outline'}
            tabIndex={active ? 0 : -1}
            aria-label={t('audit.review', { number: item.prescriptionNo })}
            onClick={() => onOpen({ item })}
          >
            {t('audit.reviewShort')}
          </Button>
        )}
      </td>
    </>
  );
});

function Head() {
  const { t } = useTranslation();
  return (
    <tr aria-rowindex={1}>
      {columns.map(({ name }) => (
        <th key={name} scope="col" data-col={name}>
          {t(`audit.columns.${name}`)}
        </th>
      ))}
      <th scope="col" data-col="action">
        <span className="ui-hidden">{t('audit.columns.action')}</span>
      </th>
    </tr>
  );
}
const head = () => <Head />;
const idOf = (_: number, { item }: ShownRow) => item.id;

/** The queue as a table of which only the rows in view exist. */
export function QueueTable({ rows, me, openId, activeId, onOpen, onScrolled, focusCall }: Props) {
  const { t } = useTranslation();
  const table = useRef<TableVirtuosoHandle>(null);
  const activeAt = Math.max(
    0,
    rows.findIndex(({ item }) => item.id === activeId),
  );
  const latest = useRef({ activeAt, rows });
  useEffect(() => {
    latest.current = { activeAt, rows };
  });
  useEffect(() => {
    if (focusCall === 0) return;
    const { activeAt: index, rows: now } = latest.current;
    const id = now[index]?.item.id;
    if (!id) return;
    table.current?.scrollIntoView({ index, done: () => document.getElementById(rowButtonId(id))?.focus() });
  }, [focusCall]);
  const context = useMemo(() => ({ label: t('audit.queue'), total: rows.length, openId }), [t, rows.length, openId]);
  const scrolled = useRef(onScrolled);
  scrolled.current = onScrolled;
  const reachTop = useCallback((atTop: boolean) => scrolled.current(!atTop), []);
  const row = useCallback(
    (index: number, { item, left }: ShownRow) => (
      <Cells item={item} left={left} me={me} open={item.id === openId} active={index === activeAt} onOpen={onOpen} />
    ),
    [me, openId, activeAt, onOpen],
  );
  return (
    <div className="ui-table-box">
      <TableVirtuoso<ShownRow, Context>
        ref={table}
        data={rows as ShownRow[]}
        context={context}
        components={parts}
        computeItemKey={idOf}
        increaseViewportBy={400}
        atTopStateChange={reachTop}
        fixedHeaderContent={head}
        itemContent={row}
      />
    </div>
  );
}
