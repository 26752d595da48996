import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  filter,
  map,
  NEVER,
  type Observable,
  of,
  type Subscription,
  skipWhile,
  switchMap,
  timer,
} from 'rxjs';

type Needs = {
  readonly linked$: Observable<boolean>;
  readonly visible$: Observable<boolean>;
  /** Asks the platform for something that needs a valid session; emits once it has answered. */
  readonly ask: () => Observable<unknown>;
  /** Connects at once instead of waiting for the backoff. */
  readonly wake: () => void;
};

const askEveryMs = 5_000;

/**
 * While a lost link is down on a visible page, asks the platform every 5 s. An answer connects at once, because an attempt
 * that hangs and the backoff after it take up to 17 s; a refusal lets the session find out that it has expired. Only the
 * first of several answers connects, so that a platform that is slow to accept links is not asked again.
 */
export function wakeOnAnswer({ linked$, visible$, ask, wake }: Needs, scope: Subscription): void {
  const answers$ = timer(askEveryMs, askEveryMs).pipe(
    switchMap(() =>
      ask().pipe(
        map(() => true),
        catchError(() => of(false)),
      ),
    ),
    distinctUntilChanged(),
    filter(Boolean),
  );
  const isDown$ = combineLatest([linked$.pipe(skipWhile((linked) => !linked)), visible$]).pipe(
    map(([linked, visible]) => !linked && visible),
    distinctUntilChanged(),
  );
  scope.add(isDown$.pipe(switchMap((isDown) => (isDown ? answers$ : NEVER))).subscribe(wake));
}
