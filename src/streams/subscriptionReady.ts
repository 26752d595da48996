import {
  concat,
  defer,
  distinctUntilChanged,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  ReplaySubject,
  retry,
  share,
  switchMap,
} from 'rxjs';

type Needs = {
  readonly linked$: Observable<boolean>;
  /** Asks to be told of changes from now on; whether there was an answer. */
  readonly ask: () => ObservableInput<boolean>;
  readonly againMs: number;
};

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * Whether changes of a list are being told. What is pulled when that begins misses nothing: anything later is told, and
 * anything earlier is in what was pulled. On a link alone, what happened between the two would be neither.
 */
export const subscriptionReady = ({ linked$, ask, againMs }: Needs): Observable<boolean> => {
  const asking$ = defer(() => from(ask())).pipe(
    map((isAnswered) => {
      if (!isAnswered) throw new NoAnswer();
      return true;
    }),
    retry({ delay: againMs }),
  );
  return linked$.pipe(
    distinctUntilChanged(),
    switchMap((linked) => (linked ? concat(of(false), asking$) : of(false))),
    distinctUntilChanged(),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );
};
