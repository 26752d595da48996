import {
  distinctUntilChanged,
  exhaustMap,
  filter,
  interval,
  map,
  merge,
  type Observable,
  scan,
  share,
  skip,
  startWith,
  switchMap,
  takeWhile,
} from 'rxjs';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { AccountId } from '../../contract/ids.ts';
import type { Lease, LeaseEvent } from '../domain/reviewQueue.ts';

type Needs = {
  /** Asks the platform to renew the lease; completes silently without an answer. */
  readonly renew: () => Observable<LeaseEvent>;
  /** The prescription in the queue; null after it left without a reason. */
  readonly item$: Observable<AuditItem | null>;
  /** The auditor who holds the lease. */
  readonly me: AccountId;
  /** Emits at a time of the platform's clock, epoch ms. */
  readonly due: (at: number) => Observable<unknown>;
  readonly everyMs: number;
};

/**
 * Renews a lease at an interval and whenever the queue shows another holder, or none. Without an answer it expires.
 * Completes with the event that ends the lease.
 */
export function leaseEvents(held: Lease, { renew, item$, me, due, everyMs }: Needs): Observable<LeaseEvent> {
  const holderChanged$ = item$.pipe(
    // Skip the state before this lease.
    skip(1),
    filter((item) => item?.holder?.id !== me),
  );
  const renewed$ = merge(interval(everyMs), holderChanged$).pipe(exhaustMap(renew), share());
  const latest$ = renewed$.pipe(
    scan((lease, event) => (event.type === 'lease.renewed' ? event.lease : lease), held),
    startWith(held),
    distinctUntilChanged(),
  );
  const expired$ = latest$.pipe(
    switchMap(({ until }) => due(until)),
    map((): LeaseEvent => ({ type: 'lease.lost', message: '', holderName: null })),
  );
  return merge(renewed$, expired$).pipe(takeWhile(({ type }) => type === 'lease.renewed', true));
}
