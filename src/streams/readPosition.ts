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
  /** Positions that rise together are told together. */
  readonly quietMs: number;
  /** A link may live without an answer: the platform was busy, or refused because of too much at once. */
  readonly againMs: number;
};

/** A position that only rises and that the platform is to know: told in order, and again until there is an answer. */
export function createReadPosition({ send, linked$, quietMs, againMs }: Needs) {
  const wanted$ = new BehaviorSubject(0);
  const again$ = new Subject<void>();
  let told = 0;
  const tellAgain = () =>
    timer(againMs).pipe(
      tap(() => again$.next()),
      ignoreElements(),
    );
  const telling = combineLatest([
    wanted$.pipe(distinctUntilChanged()),
    linked$.pipe(distinctUntilChanged()),
    again$.pipe(startWith(null)),
  ])
    .pipe(
      filter(([upTo, linked]) => linked && upTo > told),
      exhaustWithTrailing(() =>
        timer(quietMs).pipe(
          map(() => wanted$.value),
          switchMap((upTo) =>
            defer(() => send(upTo)).pipe(
              tap(() => {
                told = Math.max(told, upTo);
              }),
            ),
          ),
          catchError(tellAgain),
        ),
      ),
    )
    .subscribe();
  return {
    raise: (upTo: number) => {
      if (upTo > wanted$.value) wanted$.next(upTo);
    },
    stop: () => telling.unsubscribe(),
  };
}
