import type { Ask } from './pages.ts';

/** The most rows that one export holds. */
export const exportLimit = 5_000;

type Exported<Row> =
  | { readonly outcome: 'done'; readonly rows: readonly Row[]; readonly total: number; readonly atLeast: boolean }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'cancelled' };

/** Loads all pages of a filtered list up to the limit, one after the other. `failed` makes the text of a failure. */
export async function loadAll<Row>(
  ask: Ask<Row>,
  { signal, failed }: { readonly signal: AbortSignal; readonly failed: (reason: string) => string },
  onProgress: (loaded: number, total: number) => void,
): Promise<Exported<Row>> {
  const rows: Row[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const answer = await ask(pageNo, { signal, failed });
    if (signal.aborted) return { outcome: 'cancelled' };
    if (!answer.ok) return { outcome: 'failed' };
    const { list, total, atLeast } = answer.data;
    rows.push(...list);
    const wanted = Math.min(total, exportLimit);
    if (list.length === 0 || rows.length >= wanted)
      return { outcome: 'done', rows: rows.slice(0, exportLimit), total, atLeast: atLeast === true };
    onProgress(rows.length, wanted);
  }
}
