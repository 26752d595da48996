import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Cell, csvOf } from '../../domain/csv.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { exportLimit, loadAll } from '../../streams/loadAll.ts';
import type { Ask } from '../../streams/pages.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dayKey } from '../../ui/format.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { plainSpaces } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';

type Props<Row> = {
  /** The list's title, which names the file. */
  readonly name: string;
  /** Loads a page of what the filters select. */
  readonly ask: Ask<Row>;
  /** Number of rows that the filters select. */
  readonly total: number;
  /** Columns without `text` are left out. */
  readonly columns: readonly Column<Row>[];
};

/** A no-break space only lays out the screen; in a spreadsheet it would make equal cells differ. */
const plainCell = (cell: Cell): Cell => (typeof cell === 'string' ? plainSpaces(cell) : cell);

/** Exports all rows that the filters select as CSV; a long list shows its progress and can be cancelled. */
export function ExportButton<Row>({ name, ask, total, columns }: Props<Row>) {
  const { now$, toasts, zone } = useApp();
  const { t } = useTranslation();
  const [progress, setProgress] = useState<{ readonly loaded: number; readonly of: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    const own = new AbortController();
    running.current = own;
    setProgress({ loaded: 0, of: Math.min(total, exportLimit) });
    const failed = (reason: string) => t('orders.export.failed', { reason });
    const found = await loadAll(ask, { signal: own.signal, failed }, (loaded, of) => setProgress({ loaded, of }));
    setProgress(null);
    if (found.outcome !== 'done') return;
    const { rows, atLeast } = found;
    const written = columns.flatMap(({ header, text }) => (text ? [{ header: String(header), text }] : []));
    const lines = rows.map((row) => written.map(({ text }) => plainCell(text(row))));
    saveFile(`${name} ${dayKey(now$.value, zone)}.csv`, csvOf([written.map(({ header }) => header), ...lines]));
    const isCut = found.total > rows.length;
    const count = rows.length;
    const cut = atLeast
      ? t('orders.export.cutOfMany', { count })
      : t('orders.export.cut', { count, total: found.total });
    const text = isCut ? cut : t('orders.export.done', { count });
    toasts.show({ tone: isCut ? 'warning' : 'success', text });
  }

  if (progress !== null)
    return (
      <span className="list-export">
        <span role="status">{t('orders.export.running', progress)}</span>
        <Button size="sm" look="outline" tone="neutral" onClick={() => running.current?.abort()}>
          {t('common.actions.cancel')}
        </Button>
      </span>
    );
  return (
    <Button size="sm" look="outline" tone="neutral" disabled={total === 0} onClick={() => void run()}>
      <Download aria-hidden="true" />
      <span>{t('orders.export.title')}</span>
    </Button>
  );
}
