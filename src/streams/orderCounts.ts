import {
  defer,
  distinctUntilChanged,
  NEVER,
  type Observable,
  ReplaySubject,
  repeat,
  retry,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs';

/** The doctor's orders by state; `waiting` is everybody who waits in the hospital. */
export type OrderCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly finished: number;
  readonly cancelled: number;
  readonly today: number | null;
};

type Needs = {
  readonly load: () => Observable<OrderCounts>;
  readonly visible$: Observable<boolean>;
  /** Something happened that the counts will show: ask now. */
  readonly hints$: Observable<unknown>;
  readonly everyMs: number;
  readonly maxPauseMs: number;
};

/** The doctor's order counts, asked for again `everyMs` after each answer, only while the page is visible. */
export const orderCounts$ = ({ load, visible$, hints$, everyMs, maxPauseMs }: Needs): Observable<OrderCounts> => {
  const pause = (_: unknown, attempt: number) => timer(Math.min(maxPauseMs, everyMs * 2 ** (attempt - 1)));
  const polled$ = hints$.pipe(
    startWith(null),
    switchMap(() => defer(load).pipe(retry({ delay: pause, resetOnSuccess: true }), repeat({ delay: everyMs }))),
  );
  return visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) => (visible ? polled$ : NEVER)),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );
};

type Listed = { readonly waiting: number; readonly active: number };

/** The counts as they are shown: where the lists on the screen know better, the lists count. */
export const reconciled = (counts: OrderCounts | null, listed: Listed | null): OrderCounts | null =>
  counts === null || listed === null ? counts : { ...counts, waiting: listed.waiting, active: listed.active };

/** Whether the counts and the lists on the screen disagree, so that the lists should be asked for again. */
export const disagree = (counts: OrderCounts | null, listed: Listed | null): boolean =>
  counts !== null && listed !== null && (counts.waiting !== listed.waiting || counts.active !== listed.active);
