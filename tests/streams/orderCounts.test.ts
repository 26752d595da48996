import { BehaviorSubject, NEVER, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import { type OrderCounts, orderCounts$, reconciledCounts } from '../../src/streams/orderCounts.ts';
import { marbles } from '../support/marbles.ts';
import { consultOrder } from '../support/order.ts';

const a = { waiting: 1, active: 0, finished: 4, cancelled: 0, today: null };
const settings = { hints$: NEVER, linked$: NEVER, everyMs: 3, maxPauseMs: 4 };

test(
  'counts are polled while the page is visible, and not while hidden',
  marbles(({ cold, hot, expectObservable }) => {
    const visible$ = hot('  v--------h-----v---', { v: true, h: false });
    const load = () => cold('-(a|)', { a });
    const expected = '      -a---a----------a--';
    const end = '           ------------------!';
    expectObservable(orderCounts$({ ...settings, load, visible$ }), end).toBe(expected, { a });
  }),
);

test(
  'polls never overlap a slow answer, and hiding the page cancels it',
  marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const visible$ = hot('  v----------h', { v: true, h: false });
    const answer$ = cold('  -----(a|)', { a });
    const asked = ['        ^----!     ', '--------^--!'];
    expectObservable(orderCounts$({ ...settings, load: () => answer$, visible$ }), '20ms !').toBe('-----a', { a });
    expectSubscriptions(answer$.subscriptions).toBe(asked);
  }),
);

test(
  'a failed poll is retried with growing pauses',
  marbles(({ cold, hot, expectObservable }) => {
    const fails = cold<OrderCounts>('#');
    const answers = [fails, fails, cold('(a|)', { a })];
    const visible$ = hot('v', { v: true });
    const load = () => answers.shift() ?? NEVER;
    expectObservable(orderCounts$({ ...settings, load, visible$ }), '20ms !').toBe('-------a', { a });
  }),
);

test(
  'a hint polls at once',
  marbles(({ cold, hot, expectObservable }) => {
    const visible$ = hot('v', { v: true });
    const hints$ = hot('  --x', { x: null });
    const load = () => cold('(a|)', { a });
    expectObservable(orderCounts$({ ...settings, hints$, everyMs: 9, load, visible$ }), '8ms !').toBe('a-a', { a });
  }),
);

const lists = (waiting: number, state: Awaiting['state'] = 'live'): Awaiting => ({
  running: [],
  state,
  loadedAt: 1,
  removed: [],
  waiting: Array.from({ length: waiting }, (_, n) => consultOrder(n)),
});

test('the lists on the screen override the polled counts, and a difference reloads the lists', () => {
  const scope = new Subscription();
  const counts$ = new Subject<OrderCounts>();
  const list = new BehaviorSubject(lists(0, 'loading'));
  let refreshed = 0;
  const refresh = () => {
    refreshed += 1;
  };
  const shown = reconciledCounts(counts$, { list, refresh }, scope);
  counts$.next(a);
  expect([shown.value, refreshed]).toEqual([a, 0]);
  list.next(lists(1));
  counts$.next(a);
  expect([shown.value, refreshed]).toEqual([a, 0]);
  list.next(lists(3));
  expect([shown.value, refreshed]).toEqual([{ ...a, waiting: 3 }, 0]);
  counts$.next({ ...a, finished: 5 });
  expect([shown.value, refreshed]).toEqual([{ ...a, finished: 5, waiting: 3 }, 1]);
  scope.unsubscribe();
});
