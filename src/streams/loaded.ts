import { distinctUntilChanged, map, merge, type Observable, Subject, type Subscription, scan } from 'rxjs';
import { type Live, live } from './live.ts';
import { freshness, type Refreshed, type RefreshNeeds, refreshOnHint, withLink } from './refreshOnHint.ts';

/** What was last loaded, null before that, and how fresh it is. */
export type Loaded<T> = { readonly value: T | null; readonly state: 'loading' | 'live' | 'stale' | 'failed' };

type Needs<T> = RefreshNeeds & { readonly load: () => Observable<T> };

type Change<T> = Refreshed<T> | { readonly kind: 'link'; readonly linked: boolean };

type State<T> = {
  readonly value: T | null;
  readonly linked: boolean;
  readonly failed: boolean;
  readonly loaded: boolean;
};

const initial = { value: null, linked: true, failed: false, loaded: false };

function changed<T>(state: State<T>, change: Change<T>): State<T> {
  switch (change.kind) {
    case 'requested':
      return state;
    case 'loaded':
      return { ...state, value: change.value, failed: false, loaded: true };
    case 'failed':
      return { ...state, failed: true };
    case 'link':
      return withLink(state, change.linked, state.loaded);
  }
}

const shown = <T>({ value, ...state }: State<T>): Loaded<T> => ({ value, state: freshness(state) });

/** Loads a value of the platform, again after each pushed change, after a lost connection, and at an interval. */
export function createLoaded<T>({ load, ...needs }: Needs<T>, scope: Subscription) {
  const refresh$ = new Subject<void>();
  const changes$: Observable<Change<T>> = merge(
    needs.linked$.pipe(
      distinctUntilChanged(),
      map((linked) => ({ kind: 'link', linked }) as const),
    ),
    refreshOnHint(load, refresh$, needs),
  );
  const loaded$: Live<Loaded<T>> = live(
    changes$.pipe(scan(changed<T>, initial), distinctUntilChanged(), map(shown)),
    shown<T>(initial),
    scope,
  );
  return { loaded$, refresh: () => refresh$.next() };
}
