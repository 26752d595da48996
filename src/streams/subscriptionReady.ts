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
  /** Subscribes to changes at the platform; whether it answered. */
  readonly ask: () => ObservableInput<boolean>;
  readonly retryMs: number;
};

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * Whether the platform pushes changes of a list. A pull made when this becomes true misses nothing, because later
 * changes are pushed. A pull made when the link comes up could miss changes before the subscription.
 */
export const subscriptionReady = ({ linked$, ask, retryMs }: Needs): Observable<boolean> => {
  const asking$ = defer(() => from(ask())).pipe(
    map((isAnswered) => {
      if (!isAnswered) throw new NoAnswer();
      return true;
    }),
    retry({ delay: retryMs }),
  );
  return linked$.pipe(
    distinctUntilChanged(),
    switchMap((linked) => (linked ? concat(of(false), asking$) : of(false))),
    distinctUntilChanged(),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );
};
