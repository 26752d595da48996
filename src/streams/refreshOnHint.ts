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

/** How state that is pushed by hints is kept true: it is always pulled, and a lost hint is never the only way to learn. */
export type RefreshNeeds = {
  /** Pushed changes, none of which is believed. */
  readonly hints$: Observable<unknown>;
  readonly linked$: Observable<boolean>;
  readonly visible$: Observable<boolean>;
  /** The slow pull that needs no hint, while the page is visible. */
  readonly everyMs: number;
  readonly maxPauseMs: number;
};

/** A pull begins, has worked, or has not and is tried again. */
export type Refreshed<T> =
  | { readonly kind: 'requested' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed' };

const firstPauseMs = 1_000;

/** Pulls at once, after each hint, when the link comes back, when `again$` says so, and now and then; never two at a time. */
export function refreshOnHint<T>(
  pull: () => Observable<T>,
  again$: Observable<unknown>,
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
  const back$ = linked$.pipe(
    pairwise(),
    filter(([before, now]) => now && !before),
  );
  const poll$ = visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) => (visible ? timer(everyMs, everyMs) : NEVER)),
  );
  return merge(again$, back$).pipe(
    startWith(null),
    switchMap(() =>
      merge(hints$, poll$).pipe(
        startWith(null),
        exhaustWithTrailing(() => attempt(0)),
      ),
    ),
  );
}

/** What is on the screen is only as fresh as the link and the last pull. */
export const freshness = (was: { linked: boolean; failed: boolean; loaded: boolean }) =>
  was.loaded ? (was.linked && !was.failed ? 'live' : 'stale') : was.failed ? 'failed' : 'loading';
