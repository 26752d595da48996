import { useEffect, useMemo } from 'react';
import { type Paged, type Pages, pages } from '../streams/pages.ts';
import { useLive } from './useLive.ts';

/** A long list, asked for anew when `ask` changes: keep it stable with useCallback. */
export function usePages<Row>(ask: Parameters<typeof pages<Row>>[0]): Paged<Row> & Pick<Pages<Row>, 'more' | 'again'> {
  const list = useMemo(() => pages(ask), [ask]);
  useEffect(() => {
    list.open();
    return () => list.close();
  }, [list]);
  return { ...useLive(list.list$), more: list.more, again: list.again };
}
