import { BehaviorSubject } from 'rxjs';
import type { Answer, CallOptions, Failure } from '../../contract/operation.ts';
import type { Live } from './live.ts';

/** The loaded part of a long list. */
export type Paged<Row> = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are more than `total`. */
  readonly atLeast: boolean;
  readonly failure: Failure | null;
};

/** A list loaded page by page. */
export type Pages<Row> = {
  readonly list$: Live<Paged<Row>>;
  /** Loads the first page unless it is loaded. */
  open(): void;
  more(): void;
  reload(): void;
  /** Cancels the running request. */
  close(): void;
};

export type Ask<Row> = (
  pageNo: number,
  options: Pick<CallOptions, 'signal' | 'failed'>,
) => Promise<
  Answer<{ readonly list: readonly Row[]; readonly total: number; readonly atLeast?: boolean | null | undefined }>
>;

/** Loads the first page when opened and the next one when the reader reaches the end, one request at a time. */
export function createPages<Row>(ask: Ask<Row>): Pages<Row> {
  const list$ = new BehaviorSubject<Paged<Row>>({
    state: 'loading',
    rows: [],
    total: 0,
    atLeast: false,
    failure: null,
  });
  let asking: AbortController | null = null;
  let pageNo = 0;

  async function load() {
    const own = new AbortController();
    asking = own;
    list$.next({ ...list$.value, state: 'loading', failure: null });
    const answer = await ask(pageNo + 1, { signal: own.signal });
    if (own.signal.aborted) return;
    asking = null;
    if (!answer.ok) return list$.next({ ...list$.value, state: 'failed', failure: answer.failure });
    pageNo += 1;
    const { list, total, atLeast } = answer.data;
    list$.next({
      state: 'ready',
      rows: [...list$.value.rows, ...list],
      total,
      atLeast: atLeast === true,
      failure: null,
    });
  }
  return {
    list$,
    open() {
      if (pageNo === 0 && asking === null) void load();
    },
    more() {
      const { state, rows, total } = list$.value;
      if (asking === null && state === 'ready' && rows.length < total) void load();
    },
    reload() {
      asking?.abort();
      if (list$.value.state !== 'failed') {
        pageNo = 0;
        list$.next({ state: 'loading', rows: [], total: 0, atLeast: false, failure: null });
      }
      void load();
    },
    close() {
      asking?.abort();
      asking = null;
    },
  };
}

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
