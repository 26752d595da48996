import { asyncScheduler } from 'rxjs';
import { test } from 'vitest';
import { connection$ } from '../../src/streams/connectivity.ts';
import { marbles } from '../support/marbles.ts';

const bools = { y: true, n: false };
const states = {
  o: { state: 'online', since: 0 },
  r: { state: 'reconnecting', since: 0 },
  x: { state: 'offline', since: 0 },
};
const now = () => 0;

test(
  'a lost link is being restored, and offline only after the patience',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n------y', bools);
    const network$ = cold('y', bools);
    expectObservable(connection$({ linked$, network$, now, patienceMs: 4 })).toBe('o--r---x--o', states);
  }),
);

test(
  'a link that is back in time was never offline',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n-y', bools);
    const network$ = cold('y', bools);
    expectObservable(connection$({ linked$, network$, now, patienceMs: 4 })).toBe('o--r-o', states);
  }),
);

test(
  'without a network it is offline at once, whatever the socket believes',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = cold(' y', bools);
    const network$ = hot(' y--n--y', bools);
    expectObservable(connection$({ linked$, network$, now, patienceMs: 4 })).toBe('o--x--o', states);
  }),
);

test(
  'it says since when',
  marbles(({ hot, cold, expectObservable }) => {
    const linked$ = hot('  y--n------y', bools);
    const network$ = cold('y', bools);
    const clock = () => asyncScheduler.now();
    expectObservable(connection$({ linked$, network$, now: clock, patienceMs: 4 })).toBe('o--r---x--b', {
      o: { state: 'online', since: 0 },
      r: { state: 'reconnecting', since: 3 },
      x: { state: 'offline', since: 3 },
      b: { state: 'online', since: 10 },
    });
  }),
);
