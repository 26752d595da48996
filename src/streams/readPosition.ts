import {
  BehaviorSubject,
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  filter,
  ignoreElements,
  map,
  type Observable,
  Subject,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import { exhaustWithTrailing } from './exhaustWithTrailing.ts';

type Needs = {
  readonly send: (upTo: number) => Observable<unknown>;
  readonly linked$: Pick<Observable<boolean>, 'pipe'>;
  /** Positions that rise within this time are sent as one. */
  readonly quietMs: number;
  /** Retry delay for a working link without an answer: the platform was busy, or refused because of the rate limit. */
  readonly retryMs: number;
};

/** Sends a position that only rises to the platform, in order, and again until it is acknowledged. */
export function createReadPosition({ send, linked$, quietMs, retryMs }: Needs) {
  const wanted$ = new BehaviorSubject(0);
  const retry$ = new Subject<void>();
  let sent = 0;
  const retryLater = () =>
    timer(retryMs).pipe(
      tap(() => retry$.next()),
      ignoreElements(),
    );
  const sending = combineLatest([
    wanted$.pipe(distinctUntilChanged()),
    linked$.pipe(distinctUntilChanged()),
    retry$.pipe(startWith(null)),
  ])
    .pipe(
      filter(([upTo, linked]) => linked && upTo > sent),
      exhaustWithTrailing(() =>
        timer(quietMs).pipe(
          map(() => wanted$.value),
          switchMap((upTo) =>
            defer(() => send(upTo)).pipe(
              tap(() => {
                sent = Math.max(sent, upTo);
              }),
            ),
          ),
          catchError(retryLater),
        ),
      ),
    )
    .subscribe();
  return {
    raise: (upTo: number) => {
      if (upTo > wanted$.value) wanted$.next(upTo);
    },
    stop: () => sending.unsubscribe(),
  };
}
