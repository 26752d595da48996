import {
  defaultIfEmpty,
  defer,
  distinctUntilChanged,
  exhaustMap,
  filter,
  forkJoin,
  ignoreElements,
  interval,
  merge,
  type Observable,
  Subject,
  scan,
  share,
  skip,
  startWith,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { AccountId } from '../../contract/ids.ts';
import type { Lease, LeaseEvent } from '../domain/reviewQueue.ts';

type Needs = {
  /** Asks the platform to renew the lease; completes silently without an answer. */
  readonly renew: () => Observable<LeaseEvent>;
  /** The prescription in the queue; null after it left without a reason. */
  readonly item$: Observable<AuditItem | null>;
  /** The reviewer who holds the lease. */
  readonly me: AccountId;
  /** Emits at a time of the platform's clock, epoch ms. */
  readonly due: (at: number) => Observable<unknown>;
  readonly everyMs: number;
  /** How long a lease lasts from its last renewal. */
  readonly lastsMs: number;
};

const expired: LeaseEvent = { type: 'lease.lost', message: '', holderName: null };

/**
 * Renews a lease at an interval, whenever the queue shows another holder or none, and at its end by this machine's clock,
 * which may have been set ahead; completes with the event that ends it. Without an answer the lease counts as expired only
 * after a timer of its whole length has also run out.
 */
export const leaseEvents = (lease: Lease, { renew, item$, me, due, everyMs, lastsMs }: Needs): Observable<LeaseEvent> =>
  defer(() => {
    const [due$, over$] = [new Subject<void>(), new Subject<void>()];
    const holderChanged$ = item$.pipe(
      // Skip the state before this lease.
      skip(1),
      filter((item) => item?.holder?.id !== me),
    );
    const askedAtEnd$ = over$.pipe(exhaustMap(() => renew().pipe(defaultIfEmpty(expired))));
    const askedAgain$ = merge(interval(everyMs), holderChanged$, due$).pipe(exhaustMap(renew));
    const renewed$ = merge(askedAgain$, askedAtEnd$).pipe(share());
    const latest$ = renewed$.pipe(
      scan((lease, event) => (event.type === 'lease.renewed' ? event.lease : lease), lease),
      startWith(lease),
      distinctUntilChanged(),
    );
    const ended$ = latest$.pipe(
      switchMap(({ until }) => {
        const lasted$ = timer(lastsMs);
        const early$ = due(until).pipe(
          takeUntil(lasted$),
          tap(() => due$.next()),
        );
        return merge(early$, forkJoin([due(until).pipe(take(1)), lasted$]).pipe(tap(() => over$.next())));
      }),
      ignoreElements(),
    );
    return merge(renewed$, ended$).pipe(takeWhile(({ type }) => type === 'lease.renewed', true));
  });
