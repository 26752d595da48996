import {
  combineLatest,
  defer,
  distinctUntilChanged,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  ReplaySubject,
  repeat,
  retry,
  type Subscription,
  share,
  startWith,
  switchMap,
  timer,
  withLatestFrom,
} from 'rxjs';
import type { AwaitingList } from './awaiting.ts';
import { type Live, live } from './live.ts';
import { linkReturns } from './refreshOnHint.ts';

/** The doctor's order counts by state; `waiting` counts all patients waiting in the hospital. */
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
  /** Emits when the counts may have changed, so that they are requested at once. */
  readonly hints$: Observable<unknown>;
  /** Whether pushes arrive; when they do again, the counts are requested at once. */
  readonly linked$: Observable<boolean>;
  readonly everyMs: number;
  readonly maxPauseMs: number;
};

/** The doctor's order counts, requested again `everyMs` after each answer while the page is visible. */
export const orderCounts$ = ({
  load,
  visible$,
  hints$,
  linked$,
  everyMs,
  maxPauseMs,
}: Needs): Observable<OrderCounts> => {
  const pause = (_: unknown, attempt: number) => timer(Math.min(maxPauseMs, everyMs * 2 ** (attempt - 1)));
  const polled$ = merge(hints$, linkReturns(linked$)).pipe(
    startWith(null),
    switchMap(() => defer(load).pipe(retry({ delay: pause, resetOnSuccess: true }), repeat({ delay: everyMs }))),
  );
  return visible$.pipe(
    distinctUntilChanged(),
    switchMap((visible) => (visible ? polled$ : NEVER)),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );
};

/** The live lists are newer than the last poll of the counts. Where both differ, the lists are reloaded. */
export function reconciledCounts(
  counts$: Observable<OrderCounts>,
  { list, refresh }: AwaitingList,
  scope: Subscription,
): Live<OrderCounts | null> {
  const known$ = list.pipe(filter(({ state }) => state === 'live'));
  scope.add(
    counts$.pipe(withLatestFrom(known$)).subscribe(([{ waiting, active }, lists]) => {
      if (waiting !== lists.waiting.length || active !== lists.running.length) refresh();
    }),
  );
  const shown$ = combineLatest([counts$, known$.pipe(startWith(null))]).pipe(
    map(([counts, lists]) =>
      lists ? { ...counts, waiting: lists.waiting.length, active: lists.running.length } : counts,
    ),
  );
  return live<OrderCounts | null>(shown$, null, scope);
}
