import { test } from 'vitest';
import { turns$ } from '../../src/streams/turns.ts';
import { marbles } from '../support/marbles.ts';

const times = { gatherMs: 3, longestMs: 9, pauseMs: 2 };

test(
  'a burst is one turn, when it has ended',
  marbles(({ hot, expectObservable }) => {
    const from$ = hot('  a-a-a-----a----', { a: 'a' });
    const expected = '   -------a-----a-';
    expectObservable(turns$(from$, times), '15ms !').toBe(expected);
  }),
);

test(
  'two who write alternately without a pause both get their turn again and again',
  marbles(({ hot, expectObservable }) => {
    const from$ = hot('  a-b-a-b-a-b-a-b-a-b-a-b-a-b-a-b-');
    const expected = '   ---------a-b---------a-b---------';
    const rounds = '     -------------------------------!';
    expectObservable(turns$(from$, { ...times, gatherMs: 5 }), rounds).toBe(expected);
  }),
);

test(
  'those who are due together follow each other, and none waits twice',
  marbles(({ hot, expectObservable }) => {
    const from$ = hot('  (abc)----------');
    const expected = '   ---a-b-c-------';
    expectObservable(turns$(from$, times), '15ms !').toBe(expected);
  }),
);
