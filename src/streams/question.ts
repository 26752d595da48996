import { BehaviorSubject, Observable } from 'rxjs';
import type { Answer, Failure } from '../../contract/operation.ts';
import type { Live } from './live.ts';

/** What has come of a question to the platform so far. */
export type Answered<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly data: T };

/** Something that is asked once somebody looks at it, and again when told to. */
export type Question<T> = {
  readonly answer$: Live<Answered<T>>;
  again(): void;
  /** Asks for news of an answer that is shown; a failure leaves that answer as it is. */
  refresh(): void;
};

type Ask<T> = (signal: AbortSignal) => Promise<Answer<T>>;

const loading = { state: 'loading' } as const;

/** Asks when it is first looked at. What nobody waits for any more is given up; what was answered stays. */
export function question<T>(ask: Ask<T>): Question<T> {
  const latest$ = new BehaviorSubject<Answered<T>>(loading);
  let asking: AbortController | null = null;
  let watchers = 0;

  async function go(isRefresh = false) {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    if (latest$.value.state === 'failed') latest$.next(loading);
    const answer = await ask(own.signal);
    if (own.signal.aborted) return;
    asking = null;
    if (isRefresh && !answer.ok) return;
    latest$.next(answer.ok ? { state: 'ready', data: answer.data } : { state: 'failed', failure: answer.failure });
  }

  const watched$ = new Observable<Answered<T>>((watcher) => {
    watchers += 1;
    if (latest$.value.state === 'loading' && asking === null) void go();
    const subscription = latest$.subscribe(watcher);
    return () => {
      subscription.unsubscribe();
      watchers -= 1;
      if (watchers > 0) return;
      asking?.abort();
      asking = null;
    };
  });
  const answer$ = Object.defineProperty(watched$, 'value', { get: () => latest$.value });
  return {
    answer$: answer$ as typeof watched$ & { readonly value: Answered<T> },
    again: () => void go(),
    refresh() {
      if (latest$.value.state === 'ready' && asking === null) void go(true);
    },
  };
}
