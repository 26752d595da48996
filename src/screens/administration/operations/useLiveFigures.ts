import { useCallback } from 'react';
import type { LiveFigures } from '../../../../contract/extension/operations.ts';
import { useApp } from '../../app/app.ts';
import { useTicking } from '../../hooks/useTicking.ts';
import { type QueryWithActions, useQuery } from '../../lists/usePages.ts';
import { useRefreshInView } from '../../lists/useRefreshInView.ts';

const everyMs = 5_000;
/** Three refreshes in a row have failed, or are late. */
const staleMs = 3 * everyMs + 2_000;

/** The hospital's figures, loaded again every few seconds while the page is visible, and whether they are old. */
export function useLiveFigures(): { result: QueryWithActions<LiveFigures>; stale: boolean } {
  const { api } = useApp();
  const result = useQuery<LiveFigures>(useCallback((signal) => api.liveOperations({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh, everyMs);
  const time = result.state === 'ready' ? result.data.time : null;
  const stale = useTicking(useCallback((now: number) => time !== null && now - time > staleMs, [time]));
  return { result, stale };
}
