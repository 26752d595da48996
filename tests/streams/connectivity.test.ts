import { asyncScheduler } from 'rxjs';
import { test } from 'vitest';
import { createConnection } from '../../src/streams/connectivity.ts';
import { marbles } from '../support/marbles.ts';

const bools = { y: true, n: false };
const states = {
  o: { state: 'online', since: 0 },
  r: { state: 'reconnecting', since: 0 },
  x: { state: 'offline', since: 0 },
};
const now = () => 0;

test(
  'a lost link shows as reconnecting, and as offline only after a delay',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n------y', bools);
    const network$ = cold('y', bools);
    expectObservable(createConnection({ linked$, network$, now, offlineAfterMs: 4 })).toBe('o--r---x--o', states);
  }),
);

test(
  'a link that returns in time never shows as offline',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n-y', bools);
    const network$ = cold('y', bools);
    expectObservable(createConnection({ linked$, network$, now, offlineAfterMs: 4 })).toBe('o--r-o', states);
  }),
);

test(
  'without a network the link is offline at once, whatever the socket reports',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = cold(' y', bools);
    const network$ = hot(' y--n--y', bools);
    expectObservable(createConnection({ linked$, network$, now, offlineAfterMs: 4 })).toBe('o--x--o', states);
  }),
);

test(
  'the connection shows since when its state lasts',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n------y', bools);
    const network$ = cold('y', bools);
    const clock = () => asyncScheduler.now();
    expectObservable(createConnection({ linked$, network$, now: clock, offlineAfterMs: 4 })).toBe('o--r---x--b', {
      o: { state: 'online', since: 0 },
      r: { state: 'reconnecting', since: 3 },
      x: { state: 'offline', since: 3 },
      b: { state: 'online', since: 10 },
    });
  }),
);

test(
  'a link that is told again as it was changes nothing, and a network that goes while it is down is offline at once',
  marbles(({ hot, expectObservable }) => {
    const linked$ = hot('  yy-n-n--', bools);
    const network$ = hot(' yy----n-', bools);
    expectObservable(createConnection({ linked$, network$, now, offlineAfterMs: 9 })).toBe('o--r--x-', states);
  }),
);

test(
  'a network that returns without the socket is reconnecting since the link was lost',
  marbles(({ hot, expectObservable }) => {
    const linked$ = hot('  y---n---', bools);
    const network$ = hot(' y--n-y--', bools);
    const clock = () => asyncScheduler.now();
    expectObservable(createConnection({ linked$, network$, now: clock, offlineAfterMs: 9 })).toBe('o--x-r--------x', {
      o: { state: 'online', since: 0 },
      x: { state: 'offline', since: 3 },
      r: { state: 'reconnecting', since: 3 },
    });
  }),
);

test(
  'who looks later sees the present connection at once',
  marbles(({ hot, cold, expectObservable }) => {
    const connection$ = createConnection({
      linked$: hot('y-n', bools),
      network$: cold('y', bools),
      now,
      offlineAfterMs: 9,
    });
    expectObservable(connection$, '^----!').toBe('o-r', states);
    expectObservable(connection$, '---^-!').toBe('---r', states);
  }),
);
