import type { LiveFigures } from '../../../../contract/extension/operations.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { dateTimeText } from '../../../ui/format.ts';
import { QueryResult } from '../../app/Page.tsx';
import { useLocale } from '../../hooks/useLocale.ts';
import { useNarrow } from '../../hooks/useNarrow.ts';
import { useFigures } from './useFigures.ts';
import { useLiveFigures } from './useLiveFigures.ts';

type BrowserError = LiveFigures['browserErrors'][number];

const placeOf = ({ frames: [first] }: BrowserError) => (first ? `${first.file}:${first.line}:${first.column}` : '—');

function useColumns(): readonly Column<BrowserError>[] {
  const { t } = useTranslation();
  const where = useLocale();
  const { number } = useFigures();
  const isNarrow = useNarrow();
  const header = (name: 'error' | 'where' | 'release' | 'count' | 'first' | 'last') =>
    t(`operations.errors.columns.${name}`);
  const named = (error: BrowserError) => (
    <span className="two-lines">
      <span>{error.name}</span>
      <small>{t(`operations.errors.kinds.${error.kind}`)}</small>
    </span>
  );
  const place = (error: BrowserError) => (
    <span className="two-lines">
      <code>{placeOf(error)}</code>
      <small>{error.route}</small>
    </span>
  );
  if (isNarrow)
    return [
      {
        name: 'all',
        header: t('operations.errors.table'),
        cell: (error) => (
          <div className="in-one-cell">
            {named(error)}
            <span data-end="">{`× ${number(error.count)}`}</span>
            <span data-wide="">{place(error)}</span>
            <small>{error.release}</small>
            <small data-end="">{dateTimeText(error.lastTime, where)}</small>
          </div>
        ),
      },
    ];
  return [
    { name: 'error', header: header('error'), cell: named },
    { name: 'where', header: header('where'), cell: place },
    {
      name: 'release',
      header: header('release'),
      cell: ({ release, fingerprint }) => (
        <span className="two-lines">
          <span>{release}</span>
          <small>{fingerprint}</small>
        </span>
      ),
    },
    { name: 'count', header: header('count'), align: 'end', cell: ({ count }) => number(count) },
    { name: 'first', header: header('first'), cell: ({ firstTime }) => dateTimeText(firstTime, where) },
    { name: 'last', header: header('last'), cell: ({ lastTime }) => dateTimeText(lastTime, where) },
  ];
}

/** Errors that browsers of the hospital reported, by release and place in the code. */
export function ErrorsPanel() {
  const { t } = useTranslation();
  const { result } = useLiveFigures();
  const columns = useColumns();
  return (
    <div className="operations-list">
      <p className="card-note">{t('operations.errors.note')}</p>
      <QueryResult result={result} lines={10}>
        {({ browserErrors }) => (
          <DataTable
            label={t('operations.errors.table')}
            columns={columns}
            rows={browserErrors}
            rowKey={({ release, fingerprint }) => `${release} ${fingerprint}`}
            empty={<EmptyState title={t('operations.errors.none')} text={t('operations.errors.noneText')} />}
          />
        )}
      </QueryResult>
    </div>
  );
}
