import { NEVER, timer } from 'rxjs';
import { test } from 'vitest';
import { AccountId, LeaseId } from '../../contract/ids.ts';
import type { Lease, LeaseEvent } from '../../src/domain/reviewQueue.ts';
import { leaseEvents } from '../../src/streams/lease.ts';
import { marbles } from '../support/marbles.ts';
import { reviewItem } from '../support/reviewItems.ts';

const me = AccountId.parse('20');
const other = AccountId.parse('99');
const lease = (until: number): Lease => ({ id: LeaseId.parse('lease-1'), until });
const leasedBy = (id: AccountId) => ({ ...reviewItem(9, 1), holder: { id, name: 'Gao Lei', leaseUntil: 9 } });
const events: Record<string, LeaseEvent> = {
  r: { type: 'lease.renewed', lease: lease(16) },
  x: { type: 'lease.lost', message: '', holderName: null },
  l: { type: 'lease.lost', message: 'Held by another', holderName: 'Gao Lei' },
};
/** Time starts at 0, and a frame is 1 ms; a lease lasts until its end by the clock unless a test sets the clock ahead. */
const due = (at: number) => timer(new Date(at));

test(
  'a lease is renewed at the interval, and expires when the platform no longer answers',
  marbles(({ cold, expectObservable }) => {
    let answers = 1;
    const renew = () => cold<LeaseEvent>(answers-- > 0 ? '(r|)' : '|', events);
    const lease$ = leaseEvents(lease(10), { renew, item$: NEVER, me, due, everyMs: 4, lastsMs: 1 });
    expectObservable(lease$).toBe('----r-----------(x|)', events);
  }),
);

test(
  'a lease is renewed at once when the queue shows another holder, and ends with the refusal',
  marbles(({ cold, hot, expectObservable }) => {
    const item$ = hot('m--m--o', { m: leasedBy(me), o: leasedBy(other) });
    const renew = () => cold<LeaseEvent>('-(l|)', events);
    const lease$ = leaseEvents(lease(100), { renew, item$, me, due, everyMs: 50, lastsMs: 1 });
    expectObservable(lease$).toBe('-------(l|)', events);
  }),
);

test(
  'the holder that the queue showed before the lease does not count',
  marbles(({ cold, hot, expectObservable }) => {
    const item$ = hot('o--m', { m: leasedBy(me), o: leasedBy(other) });
    const renew = () => cold<LeaseEvent>('|', events);
    const lease$ = leaseEvents(lease(9), { renew, item$, me, due, everyMs: 50, lastsMs: 1 });
    expectObservable(lease$).toBe('---------(x|)', events);
  }),
);

test(
  'a renewal that still waits for its answer is not sent a second time',
  marbles(({ cold, hot, expectObservable }) => {
    const item$ = hot('m-o-o', { m: leasedBy(me), o: leasedBy(other) });
    let sent = 0;
    const renew = () => {
      sent += 1;
      return cold<LeaseEvent>(sent === 1 ? '------(r|)' : '(l|)', events);
    };
    const lease$ = leaseEvents(lease(12), { renew, item$, me, due, everyMs: 50, lastsMs: 1 });
    expectObservable(lease$).toBe('--------r-------(l|)', events);
  }),
);

test(
  'a lease that ends by a clock that was set ahead is renewed, and not lost',
  marbles(({ cold, expectObservable }) => {
    const renew = () => cold<LeaseEvent>('-r|', { r: { type: 'lease.renewed', lease: lease(900) } });
    const lease$ = leaseEvents(lease(5), { renew, item$: NEVER, me, due, everyMs: 500, lastsMs: 900 });
    expectObservable(lease$, '^------!').toBe('------r', { r: { type: 'lease.renewed', lease: lease(900) } });
  }),
);

test(
  'a lease that ends by a clock that was set ahead without a connection lasts its whole time by a timer',
  marbles(({ cold, expectObservable }) => {
    const renew = () => cold<LeaseEvent>('|', events);
    const lease$ = leaseEvents(lease(5), { renew, item$: NEVER, me, due, everyMs: 500, lastsMs: 12 });
    expectObservable(lease$).toBe('------------(x|)', events);
  }),
);
