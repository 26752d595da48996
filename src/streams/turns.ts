import { debounceTime, exhaustMap, groupBy, map, mergeMap, Observable, race, startWith, take, timer } from 'rxjs';

type Times = {
  /** A burst of one source counts as ended after this silence. */
  readonly gatherMs: number;
  /** A source that does not fall silent is due after this time. */
  readonly longestMs: number;
  /** The least time between two turns. */
  readonly pauseMs: number;
};

/** Emits a source when its burst has ended, or goes on too long. */
const due$ = <T>(from$: Observable<T>, { gatherMs, longestMs }: Times): Observable<T> =>
  from$.pipe(
    groupBy((source) => source),
    mergeMap((own$) =>
      own$.pipe(
        exhaustMap((source) =>
          race(own$.pipe(startWith(source), debounceTime(gatherMs), take(1)), timer(longestMs).pipe(map(() => source))),
        ),
      ),
    ),
  );

/** Emits the sources that are due one after the other, with a pause between; one that is due again while it waits is emitted once. */
export const turns$ = <T>(from$: Observable<T>, times: Times): Observable<T> =>
  new Observable((subscriber) => {
    const waiting = new Set<T>();
    let isResting = false;
    const next = () => {
      const first = waiting.values().next();
      isResting = !first.done;
      if (first.done) return;
      waiting.delete(first.value);
      subscriber.next(first.value);
      subscriber.add(timer(times.pauseMs).subscribe(next));
    };
    subscriber.add(
      due$(from$, times).subscribe((source) => {
        waiting.add(source);
        if (!isResting) next();
      }),
    );
  });
