import { BehaviorSubject, Observable } from 'rxjs';
import type { Answer, Failure } from '../../contract/operation.ts';
import type { Live } from './live.ts';

/** State of a request to the platform. */
export type QueryState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly data: T };

/** A request made on first subscription, and again by `refresh`. */
export type Query<T> = {
  readonly answer$: Live<QueryState<T>>;
  reload(): void;
  /** Reloads an answer that is shown; if that fails, the old answer remains and false is returned. */
  refresh(): Promise<boolean | undefined>;
};

type Ask<T> = (signal: AbortSignal) => Promise<Answer<T>>;

const loading = { state: 'loading' } as const;

/** Requests on first subscription. Without subscribers the request is cancelled; an answer stays cached. */
export function createQuery<T>(ask: Ask<T>): Query<T> {
  const latest$ = new BehaviorSubject<QueryState<T>>(loading);
  let asking: AbortController | null = null;
  /** A refresh was wanted while a request ran, whose answer may be older than the reason for it; or one was cancelled. */
  let isOutdated = false;
  let subscribers = 0;
  /** Whether the request that runs succeeds, or the one that is wanted after it. */
  let success: Promise<boolean | undefined>;

  async function load(isRefresh: boolean) {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    isOutdated = false;
    if (latest$.value.state === 'failed') latest$.next(loading);
    const answer = await ask(own.signal);
    if (own.signal.aborted) return;
    asking = null;
    if (answer.ok) latest$.next({ state: 'ready', data: answer.data });
    else if (!isRefresh) latest$.next({ state: 'failed', failure: answer.failure });
    return isOutdated ? refresh() : answer.ok;
  }
  function go(isRefresh = false) {
    success = load(isRefresh);
  }

  async function refresh(): Promise<boolean | undefined> {
    if (asking !== null) isOutdated = true;
    else if (latest$.value.state === 'ready') go(true);
    else return;
    return success;
  }

  const shared$ = new Observable<QueryState<T>>((subscriber) => {
    subscribers += 1;
    const { state } = latest$.value;
    if (asking === null && (isOutdated || state === 'loading')) go(state === 'ready');
    const subscription = latest$.subscribe(subscriber);
    return () => {
      subscription.unsubscribe();
      subscribers -= 1;
      if (subscribers > 0) return;
      isOutdated ||= asking !== null;
      asking?.abort();
      asking = null;
    };
  });
  const answer$ = Object.defineProperty(shared$, 'value', { get: () => latest$.value });
  return {
    answer$: answer$ as typeof shared$ & { readonly value: QueryState<T> },
    reload: () => go(),
    refresh,
  };
}
