import {
  concat,
  defer,
  distinctUntilChanged,
  map,
  type Observable,
  of,
  repeat,
  share,
  switchMap,
  take,
  timer,
} from 'rxjs';

type Needs = {
  /** The platform's time in epoch ms, so that clocks match what the platform enforces. */
  readonly now: () => number;
  readonly visible$: Observable<boolean>;
};

/**
 * The one ticker behind every clock on the screen: once a second, on the second. It ticks at once when the page becomes
 * visible.
 */
export const clock$ = ({ now, visible$ }: Needs): Observable<number> => {
  const nextSecond$ = defer(() => timer(1_000 - (now() % 1_000))).pipe(map(now), take(1), repeat());
  return visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) =>
      visible
        ? concat(
            defer(() => of(now())),
            nextSecond$,
          )
        : of(),
    ),
    share(),
  );
};
