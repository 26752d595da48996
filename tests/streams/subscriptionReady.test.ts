import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { subscriptionReady } from '../../src/streams/subscriptionReady.ts';
import { marbles } from '../support/marbles.ts';

const values = { y: true, n: false };
const retryMs = 3;

test(
  'a list counts as subscribed from the answer on, not from the connection, for each connection',
  marbles(({ cold, hot, expectObservable }) => {
    const linked$ = hot('n-y-----n-y----', values);
    const ask = () => cold('  --(y|)', values);
    const expected = '    n---y---n---y--';
    expectObservable(subscriptionReady({ linked$, ask, retryMs })).toBe(expected, values);
  }),
);

test(
  'an unanswered subscription is retried while the link is up',
  marbles(({ cold, hot, expectObservable }) => {
    const linked$ = hot('y--------------n---------', values);
    const answers = ['-(n|)', '-(n|)', '-(y|)'];
    let asked = 0;
    const ask = () => cold(answers[asked++] ?? '-(n|)', values);
    //               asked at 0, 4 and 8
    const expected = '    n--------y-----n---------';
    expectObservable(subscriptionReady({ linked$, ask, retryMs })).toBe(expected, values);
  }),
);

test('several subscribers cause one subscription request', () => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return Promise.resolve(true);
  };
  const watching$ = subscriptionReady({ linked$: new BehaviorSubject(true), ask, retryMs });
  const looking = [watching$.subscribe(), watching$.subscribe()];
  expect(asked).toBe(1);
  for (const one of looking) one.unsubscribe();
});
