import {
  BehaviorSubject,
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  type Observable,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import { exhaustLatest } from './exhaustLatest.ts';

type Needs = {
  readonly send: (upTo: number) => Observable<unknown>;
  readonly linked$: Pick<Observable<boolean>, 'pipe'>;
  /** Positions that rise together are told together. */
  readonly quietMs: number;
};

/** A position that only rises and that the platform is to know: told in order, and again after a link that was lost. */
export function seenUpTo({ send, linked$, quietMs }: Needs) {
  const wanted$ = new BehaviorSubject(0);
  let told = 0;
  const telling = combineLatest([wanted$.pipe(distinctUntilChanged()), linked$.pipe(distinctUntilChanged())])
    .pipe(
      filter(([upTo, linked]) => linked && upTo > told),
      exhaustLatest(() =>
        timer(quietMs).pipe(
          map(() => wanted$.value),
          switchMap((upTo) =>
            defer(() => send(upTo)).pipe(
              tap(() => {
                told = Math.max(told, upTo);
              }),
            ),
          ),
          catchError(() => EMPTY),
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
