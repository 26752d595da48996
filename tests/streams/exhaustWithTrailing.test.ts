import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { exhaustWithTrailing } from '../../src/streams/exhaustWithTrailing.ts';
import { marbles } from '../support/marbles.ts';

test(
  'the last trigger during the work is processed once after it',
  marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const work$ = cold('  ---(x|)');
    const triggers$ = hot('a-bc---------d--');
    const expected = '     ---x--x---------x';
    expectObservable(triggers$.pipe(exhaustWithTrailing(() => work$))).toBe(expected);
    expectSubscriptions(work$.subscriptions).toBe(['^--!', '---^--!', '-------------^--!']);
  }),
);

test('work that completes synchronously does not block later triggers', () => {
  const done: number[] = [];
  of(1, 2, 3)
    .pipe(exhaustWithTrailing((value) => of(value)))
    .subscribe((value) => done.push(value));
  expect(done).toEqual([1, 2, 3]);
});

test(
  'completion of the triggers waits for the work',
  marbles(({ cold, hot, expectObservable }) => {
    expectObservable(hot('a-(b|)').pipe(exhaustWithTrailing((value) => cold('---(x|)', { x: value })))).toBe(
      '---a--(b|)',
    );
  }),
);
