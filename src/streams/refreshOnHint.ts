import {
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  pairwise,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { exhaustWithTrailing } from './exhaustWithTrailing.ts';

/** Pushes only trigger a pull; polling covers lost pushes. */
export type RefreshNeeds = {
  /** Pushed changes; each only triggers a pull. */
  readonly hints$: Observable<unknown>;
  readonly linked$: Observable<boolean>;
  readonly visible$: Observable<boolean>;
  /** Interval of the pull that needs no hint, while the page is visible. */
  readonly everyMs: number;
  readonly maxPauseMs: number;
};

/** A pull started, succeeded, or failed and will be retried. */
export type Refreshed<T> =
  | { readonly kind: 'requested' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed' };

const firstPauseMs = 1_000;

/** Emits when a lost link is there again, or pushes were missed on a working one. */
export const linkReturns = (linked$: Observable<boolean>): Observable<unknown> =>
  linked$.pipe(
    pairwise(),
    filter(([before, now]) => now && !before),
  );

/**
 * Pulls at once, after each hint, when the link returns, when `refresh$` emits, and at an interval; one pull at a time.
 */
export function refreshOnHint<T>(
  pull: () => Observable<T>,
  refresh$: Observable<unknown>,
  { hints$, linked$, visible$, everyMs, maxPauseMs }: RefreshNeeds,
): Observable<Refreshed<T>> {
  const attempt = (failures: number): Observable<Refreshed<T>> => {
    const pause$ = timer(Math.min(maxPauseMs, firstPauseMs * 2 ** failures));
    return defer(pull).pipe(
      map((value): Refreshed<T> => ({ kind: 'loaded', value })),
      startWith<Refreshed<T>>({ kind: 'requested' }),
      catchError(() =>
        concat(of<Refreshed<T>>({ kind: 'failed' }), pause$.pipe(switchMap(() => attempt(failures + 1)))),
      ),
    );
  };
  const poll$ = visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) => (visible ? timer(everyMs, everyMs) : NEVER)),
  );
  return merge(refresh$, linkReturns(linked$)).pipe(
    startWith(null),
    switchMap(() =>
      merge(hints$, poll$).pipe(
        startWith(null),
        exhaustWithTrailing(() => attempt(0)),
      ),
    ),
  );
}

type Link = { readonly linked: boolean; readonly failed: boolean };

/** When a link returns, what is shown counts as old until the pull that begins then has ended. */
export const withLink = <State extends Link>(state: State, linked: boolean, isLoaded: boolean): State => ({
  ...state,
  linked,
  failed: state.failed || (isLoaded && linked && !state.linked),
});

/** Freshness of the shown data, from the link and the last pull. */
export const freshness = (was: { linked: boolean; failed: boolean; loaded: boolean }) =>
  was.loaded ? (was.linked && !was.failed ? 'live' : 'stale') : was.failed ? 'failed' : 'loading';
