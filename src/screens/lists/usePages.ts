import { useEffect, useMemo, useRef } from 'react';
import { createPages, type Paged, type Pages } from '../../streams/pages.ts';
import { createQuery, type Query, type QueryState } from '../../streams/query.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';

export type QueryWithActions<T> = QueryState<T> & Pick<Query<T>, 'reload' | 'refresh'>;

/** A request that is repeated when `load` or the language changes; memoise `load` with useCallback. */
export function useQuery<T>(load: Parameters<typeof createQuery<T>>[0]): QueryWithActions<T> {
  const { answer$, reload, refresh } = useMemo(() => createQuery(load), [load]);
  useLanguageChange(refresh);
  return { ...useLive(answer$), reload, refresh };
}

export type ShownPages<Row> = Paged<Row> &
  Pick<Pages<Row>, 'more' | 'reload' | 'refresh'> & {
    /** The rows belong to the previous request until the first page of this one has loaded. */
    readonly outdated: boolean;
  };

/** A paged request that restarts when `load` or the language changes; memoise `load` with useCallback. */
export function usePages<Row>(load: Parameters<typeof createPages<Row>>[0]): ShownPages<Row> {
  const list = useMemo(() => createPages(load), [load]);
  const now = useLive(list.list$);
  const before = useRef(now);
  useEffect(() => {
    list.open();
    return () => list.close();
  }, [list]);
  useLanguageChange(list.reload);
  const isWaiting = now.state === 'loading' && now.rows.length === 0;
  if (!isWaiting) before.current = now;
  const outdated = isWaiting && before.current.rows.length > 0;
  const shown: Paged<Row> = outdated ? { ...before.current, state: 'loading', failure: null } : now;
  return { ...shown, outdated, more: list.more, reload: list.reload, refresh: list.refresh };
}
