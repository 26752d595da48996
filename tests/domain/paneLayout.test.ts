import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import * as layouts from '../../src/domain/paneLayout.ts';

const order = (n: number) => OrderId.parse(`o${n}`);
const pane = (n: number) => ({ orderId: order(n), conversationId: ConversationId.parse(`c${n}`) });
const withOpen = (count: number, capacity = 6) =>
  Array.from({ length: count }, (_, index) => index + 1).reduce(
    (all, n) => layouts.opened(all, pane(n), capacity),
    layouts.emptyLayout,
  );
const shown = (of: layouts.PaneLayout) => layouts.shownPanes(of).map(({ orderId }) => orderId);

test('the seventh pane minimises the one focused longest ago', () => {
  expect(shown(withOpen(7))).toEqual([2, 3, 4, 5, 6, 7].map(order));
});

test('a pinned pane stays in the grid while an unpinned one can make room', () => {
  const full = layouts.pinned(withOpen(6), order(1));
  expect(shown(layouts.opened(full, pane(7), 6))).toEqual([1, 3, 4, 5, 6, 7].map(order));
});

test('a minimised pane comes back when it is focused', () => {
  const minimised = layouts.minimise(withOpen(2), order(1));
  expect(shown(minimised)).toEqual([order(2)]);
  expect(shown(layouts.focused(minimised, order(1), 6))).toEqual([order(1), order(2)]);
});

test('closing the focused pane passes the focus to the previously focused one', () => {
  const three = layouts.focused(withOpen(3), order(1), 6);
  expect(layouts.closed(three, order(1)).focused).toBe(order(3));
});

test('a maximised pane hides the others until the grid is restored', () => {
  const big = layouts.maximised(withOpen(3), order(2), 6);
  expect(shown(big)).toEqual([order(2)]);
  expect(shown(layouts.restoredGrid(big))).toEqual([1, 2, 3].map(order));
});

test('opening another chat while one is maximised shows the new one alone', () => {
  expect(shown(layouts.opened(layouts.maximised(withOpen(2), order(1), 6), pane(3), 6))).toEqual([order(3)]);
});

test('a moved pane takes the place it was given', () => {
  const panes = layouts.moved(withOpen(3), order(3), 0).panes.map(({ orderId }) => orderId);
  expect(panes).toEqual([3, 1, 2].map(order));
});

test('a chat marked unread is minimised and stays marked until it is opened', () => {
  const marked = layouts.markedUnread(withOpen(2), order(2));
  expect([marked.unread, shown(marked)]).toEqual([[order(2)], [order(1)]]);
  expect(layouts.opened(marked, pane(2), 6).unread).toEqual([]);
});

test('a smaller screen keeps the focused pane', () => {
  expect(shown(layouts.fitToCapacity(layouts.focused(withOpen(4), order(2), 6), 1))).toEqual([order(2)]);
});

test('panes hidden by a smaller screen return when the screen grows; minimised panes do not', () => {
  const four = layouts.minimise(layouts.focused(withOpen(4), order(2), 6), order(3));
  const phone = layouts.fitToCapacity(four, 1);
  expect(shown(phone)).toEqual([order(2)]);
  expect(shown(layouts.regrown(phone, 2))).toEqual([2, 4].map(order));
  expect(shown(layouts.regrown(phone, 6))).toEqual([1, 2, 4].map(order));
});

test('panes replaced by newly opened ones do not return when the screen is resized', () => {
  const four = [1, 2, 3, 4].reduce((at, n) => layouts.opened(at, pane(n), 2), layouts.emptyLayout);
  const alone = layouts.closed(four, order(4));
  expect(shown(layouts.regrown(layouts.fitToCapacity(alone, 1), 6))).toEqual([order(3)]);
});

test('a hidden pane that is focused changes places with a shown one, and both are there on a wider screen', () => {
  const narrow = layouts.fitToCapacity(withOpen(3), 2);
  const swapped = layouts.focused(narrow, order(1), 2);
  expect(shown(swapped)).toEqual([1, 3].map(order));
  expect(shown(layouts.regrown(swapped, 3))).toEqual([1, 2, 3].map(order));
});

test('a patient’s colour does not change after a reload, beside others, or in another window', () => {
  const three = withOpen(3);
  const known = three.colours;
  expect(new Set(Object.values(known)).size).toBe(3);
  // Opened in reverse order before storage answered; the newcomer would get the first pane's colour.
  const begun = [pane(9), pane(3)].reduce((at, one) => layouts.opened(at, one, 6), layouts.emptyLayout);
  const reloaded = layouts.merged(begun, three, 6).colours;
  expect(reloaded).toMatchObject(known);
  expect(new Set(Object.values(reloaded)).size).toBe(4);
  expect(layouts.moved(three, order(3), 0).colours).toEqual(known);
  expect(layouts.opened(three, pane(4), 6).colours).toMatchObject(known);
  expect(layouts.closed(three, order(1)).colours).toEqual({ [order(2)]: known[order(2)], [order(3)]: known[order(3)] });
});

test('no two open patients share a colour while there are colours left', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(99_999), { minLength: 8, maxLength: 8 }), (numbers) => {
      const open = numbers.reduce((at, n) => layouts.opened(at, pane(n), 6), layouts.emptyLayout);
      expect(new Set(Object.values(open.colours)).size).toBe(8);
    }),
  );
});

const step = fc.tuple(fc.constantFrom('open', 'close', 'focus', 'minimised', 'maximise', 'pin', 'move'), fc.nat(9));
const take = (at: layouts.PaneLayout, [what, n]: [string, number]) => {
  if (what === 'open') return layouts.opened(at, pane(n), 6);
  if (what === 'close') return layouts.closed(at, order(n));
  if (what === 'focus') return layouts.focused(at, order(n), 6);
  if (what === 'minimised') return layouts.minimise(at, order(n));
  if (what === 'maximise') return layouts.maximised(at, order(n), 6);
  if (what === 'pin') return layouts.pinned(at, order(n));
  return layouts.moved(at, order(n), n);
};

test('whatever the doctor does, at most six panes show, each once, and the focus is on one of them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const end = steps.reduce(take, layouts.emptyLayout);
      const grid = layouts.restoredGrid(end);
      expect(shown(grid).length).toBeLessThanOrEqual(6);
      expect(new Set(end.panes.map(({ orderId }) => orderId)).size).toBe(end.panes.length);
      expect(end.focused === null || shown(end).includes(end.focused)).toBe(true);
      expect(end.focused === null).toBe(shown(grid).length === 0);
    }),
  );
});
