import type { Failure } from '../../contract/operation.ts';
import type { Ask } from '../streams/pages.ts';

/** The most rows that one export holds. */
export const mostRows = 5_000;

export type Exported<Row> =
  | { readonly outcome: 'done'; readonly rows: readonly Row[]; readonly total: number }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'cancelled' };

type Progress = (loaded: number, total: number) => void;

/** Loads all pages of a filtered list up to the limit, one after the other. */
export async function loadAll<Row>(ask: Ask<Row>, signal: AbortSignal, onProgress: Progress): Promise<Exported<Row>> {
  const rows: Row[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const answer = await ask(pageNo, signal);
    if (signal.aborted) return { outcome: 'cancelled' };
    if (!answer.ok) return { outcome: 'failed', failure: answer.failure };
    const { list, total } = answer.data;
    rows.push(...list);
    if (list.length === 0 || rows.length >= Math.min(total, mostRows))
      return { outcome: 'done', rows: rows.slice(0, mostRows), total };
    onProgress(rows.length, Math.min(total, mostRows));
  }
}
