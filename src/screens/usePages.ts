import { useEffect, useMemo, useRef } from 'react';
import { type Paged, type Pages, pages } from '../streams/pages.ts';
import { type Answered, type Question, question } from '../streams/question.ts';
import { useLive } from './useLive.ts';

type Asking<T> = Answered<T> & Pick<Question<T>, 'again' | 'refresh'>;

/** A request that is repeated when `ask` changes; memoise `ask` with useCallback. */
export function useQuestion<T>(ask: Parameters<typeof question<T>>[0]): Asking<T> {
  const { answer$, again, refresh } = useMemo(() => question(ask), [ask]);
  return { ...useLive(answer$), again, refresh };
}

export type ShownPages<Row> = Paged<Row> &
  Pick<Pages<Row>, 'more' | 'again'> & {
    /** The rows belong to the previous request until the first page of this one has loaded. */
    readonly outdated: boolean;
  };

/** A paged request that restarts when `ask` changes; memoise `ask` with useCallback. */
export function usePages<Row>(ask: Parameters<typeof pages<Row>>[0]): ShownPages<Row> {
  const list = useMemo(() => pages(ask), [ask]);
  const now = useLive(list.list$);
  const before = useRef(now);
  useEffect(() => {
    list.open();
    return () => list.close();
  }, [list]);
  const isWaiting = now.state === 'loading' && now.rows.length === 0;
  if (!isWaiting) before.current = now;
  const outdated = isWaiting && before.current.rows.length > 0;
  const shown: Paged<Row> = outdated ? { ...before.current, state: 'loading', failure: null } : now;
  return { ...shown, outdated, more: list.more, again: list.again };
}
