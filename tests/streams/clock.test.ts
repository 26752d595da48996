import { asyncScheduler } from 'rxjs';
import { test } from 'vitest';
import { clock$ } from '../../src/streams/clock.ts';
import { marbles } from '../support/marbles.ts';

test(
  'the clock ticks on the second, pauses while hidden, and catches up on return',
  marbles(({ hot, expectObservable }) => {
    const visible$ = hot('v 1500ms h 2s v', { v: true, h: false });
    const now = () => 700 + asyncScheduler.now();
    const values = { a: 700, b: 1_000, c: 2_000, d: 4_202, e: 5_000 };
    const expected = 'a 299ms b 999ms c 2201ms d 797ms e';
    expectObservable(clock$({ now, visible$ }), '4500ms !').toBe(expected, values);
  }),
);
