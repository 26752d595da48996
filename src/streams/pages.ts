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
  /** Loads again what is shown; if that fails, it remains and the answer is false. */
  refresh(): Promise<boolean | undefined>;
  /** Cancels the running request. */
  close(): void;
};

type Page<Row> = {
  readonly list: readonly Row[];
  readonly total: number;
  readonly atLeast?: boolean | null | undefined;
};

export type Ask<Row> = (pageNo: number, options: Pick<CallOptions, 'signal' | 'failed'>) => Promise<Answer<Page<Row>>>;

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

  /** Cancels what was asked for before. */
  function begin(): AbortSignal {
    asking?.abort();
    asking = new AbortController();
    return asking.signal;
  }
  const show = (rows: readonly Row[], { total, atLeast }: Page<Row>) =>
    list$.next({ state: 'ready', rows, total, atLeast: atLeast === true, failure: null });

  async function load() {
    const signal = begin();
    list$.next({ ...list$.value, state: 'loading', failure: null });
    const answer = await ask(pageNo + 1, { signal });
    if (signal.aborted) return;
    asking = null;
    if (!answer.ok) return list$.next({ ...list$.value, state: 'failed', failure: answer.failure });
    pageNo += 1;
    show([...list$.value.rows, ...answer.data.list], answer.data);
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
    async refresh() {
      if (pageNo === 0) return void (asking && load());
      const before = list$.value;
      const signal = begin();
      const answers = await Promise.all(Array.from({ length: pageNo }, (_, at) => ask(at + 1, { signal })));
      if (signal.aborted) return;
      asking = null;
      const pages = answers.flatMap((answer) => (answer.ok ? answer.data : []));
      const last = pages[pageNo - 1];
      if (!last) list$.next({ ...before, state: 'ready' });
      else
        show(
          pages.flatMap(({ list }) => list),
          last,
        );
      return last !== undefined;
    },
    reload() {
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
