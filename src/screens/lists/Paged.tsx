import { type ReactNode, useMemo, useState } from 'react';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { createQuery, type Query } from '../../streams/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { joined } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';

type QueryResultProps<T> = { readonly query: Query<T>; readonly children: (data: T) => ReactNode };

/** Renders a request, which is repeated after a change of language: loading, failed with a retry button, or its result. */
export function QueryResult<T>({ query, children }: QueryResultProps<T>) {
  const { t } = useTranslation();
  const answer = useLive(query.answer$);
  useLanguageChange(query.refresh);
  if (answer.state === 'failed')
    return (
      <div className="history-note" role="alert">
        <p>{joined('sentences', [t('common.state.failed'), answer.failure.message])}</p>
        <Button size="sm" look="outline" onClick={query.reload}>
          {t('common.actions.retry')}
        </Button>
      </div>
    );
  return (
    <Skeleton loading={answer.state === 'loading'} label={t('common.state.loading')} lines={3}>
      {answer.state === 'ready' ? children(answer.data) : null}
    </Skeleton>
  );
}

type Page<T> = { readonly list: readonly T[]; readonly total: number };
type Props<T> = {
  readonly fetchPage: (pageNo: number, signal: AbortSignal) => Promise<Answer<Page<T>>>;
  readonly pageSize: number;
  readonly empty: string;
  readonly children: (row: T) => ReactNode;
};

/** A long list page by page; each page loads and fails independently, so that loaded pages stay. */
export function Paged<T>({ fetchPage, pageSize, empty, children }: Props<T>) {
  const [shown, setShown] = useState(1);
  return Array.from({ length: shown }, (_, index) => (
    <OnePage
      // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number.
      key={index}
      pageNo={index + 1}
      pageSize={pageSize}
      fetchPage={fetchPage}
      empty={empty}
      onMore={index + 1 === shown ? () => setShown(shown + 1) : null}
    >
      {children}
    </OnePage>
  ));
}

type OneProps<T> = Props<T> & { readonly pageNo: number; readonly onMore: (() => void) | null };

function OnePage<T>({ pageNo, pageSize, fetchPage, empty, onMore, children }: OneProps<T>) {
  const { t } = useTranslation();
  const query = useMemo(() => createQuery((signal) => fetchPage(pageNo, signal)), [fetchPage, pageNo]);
  return (
    <QueryResult query={query}>
      {({ list, total }) => (
        <>
          {total === 0 ? <p className="history-note">{empty}</p> : null}
          {list.map(children)}
          {onMore && pageNo * pageSize < total ? (
            <Button size="sm" look="ghost" onClick={onMore}>
              {t('common.actions.more')}
            </Button>
          ) : null}
        </>
      )}
    </QueryResult>
  );
}
