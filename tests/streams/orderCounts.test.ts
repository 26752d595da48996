import { NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import { disagree, type OrderCounts, orderCounts$, reconciled } from '../../src/streams/orderCounts.ts';
import { marbles } from '../support/marbles.ts';

const a = { waiting: 1, active: 0, finished: 4, cancelled: 0, today: null };
const settings = { hints$: NEVER, everyMs: 3, maxPauseMs: 4 };

test(
  'asks while visible, rests while hidden',
  marbles(({ cold, hot, expectObservable }) => {
    const visible$ = hot('  v--------h-----v---', { v: true, h: false });
    const load = () => cold('-(a|)', { a });
    const expected = '      -a---a----------a--';
    const end = '           ------------------!';
    expectObservable(orderCounts$({ ...settings, load, visible$ }), end).toBe(expected, { a });
  }),
);

test(
  'a slow answer is never overlapped, and hiding cancels it',
  marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const visible$ = hot('  v----------h', { v: true, h: false });
    const answer$ = cold('  -----(a|)', { a });
    const asked = ['        ^----!     ', '--------^--!'];
    expectObservable(orderCounts$({ ...settings, load: () => answer$, visible$ }), '20ms !').toBe('-----a', { a });
    expectSubscriptions(answer$.subscriptions).toBe(asked);
  }),
);

test(
  'a failure is asked again after growing pauses',
  marbles(({ cold, hot, expectObservable }) => {
    const fails = cold<OrderCounts>('#');
    const answers = [fails, fails, cold('(a|)', { a })];
    const visible$ = hot('v', { v: true });
    const load = () => answers.shift() ?? NEVER;
    expectObservable(orderCounts$({ ...settings, load, visible$ }), '20ms !').toBe('-------a', { a });
  }),
);

test(
  'what happened meanwhile is asked for at once',
  marbles(({ cold, hot, expectObservable }) => {
    const visible$ = hot('v', { v: true });
    const hints$ = hot('  --x', { x: null });
    const load = () => cold('(a|)', { a });
    expectObservable(orderCounts$({ ...settings, hints$, everyMs: 9, load, visible$ }), '8ms !').toBe('a-a', { a });
  }),
);

test('where the lists on the screen know better, they count, and a difference shows', () => {
  const listed = { waiting: 2, active: 0 };
  expect(reconciled(a, listed)).toEqual({ ...a, waiting: 2 });
  expect([disagree(a, listed), disagree(a, { waiting: 1, active: 0 }), disagree(null, listed)]).toEqual([
    true,
    false,
    false,
  ]);
});
