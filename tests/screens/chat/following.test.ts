import { expect, test } from 'vitest';
import {
  type FollowEvent,
  type Following,
  follow,
  follows,
  openedAtEnd,
  unseenAfter,
} from '../../../src/screens/chat/following.ts';

const left: FollowEvent = { type: 'reader.left', top: 500, lastSeq: 7 };
const down: FollowEvent = { type: 'reader.scrolled', top: 690, below: 10 };
const partly: FollowEvent = { type: 'reader.scrolled', top: 600, below: 100 };
const up: FollowEvent = { type: 'reader.scrolled', top: 490, below: 10 };
const requested: FollowEvent = { type: 'end.requested' };
const shown: FollowEvent = { type: 'end.shown', lastSeq: 9 };
const hidden: FollowEvent = { type: 'end.hidden' };
const events = [left, down, partly, up, requested, shown, hidden];

const after = (...said: readonly FollowEvent[]): Following => said.reduce(follow, openedAtEnd);

/** Every state that some sequence of events reaches. */
function reachable(): readonly Following[] {
  const found = new Map([[JSON.stringify(openedAtEnd), openedAtEnd]]);
  for (const state of found.values())
    for (const event of events) {
      const next = follow(state, event);
      found.set(JSON.stringify(next), next);
    }
  return [...found.values()];
}

test('new rows that hide the end for a moment do not stop the chat from following it', () => {
  const state = after(hidden);
  expect([follows(state), unseenAfter(state)]).toEqual([true, null]);
});

test('a reader who scrolls away is not followed, and leaves the end when the list reports it', () => {
  expect(unseenAfter(after(left))).toBe(null);
  const state = after(left, hidden);
  expect([follows(state), unseenAfter(state)]).toEqual([false, 7]);
});

test('a reader who scrolls away from rows that hid the end has left it at once', () => {
  expect(unseenAfter(after(hidden, left))).toBe(7);
});

test('messages count as new after the one that the reader has seen last', () => {
  expect(unseenAfter(after(left, hidden, { ...left, lastSeq: 12 }))).toBe(7);
  expect(unseenAfter(after(left, hidden, shown, hidden))).toBe(9);
});

test('scrolling down to the end resumes following; scrolling up or only a part of the way does not', () => {
  expect([down, partly, up].map((event) => follows(after(left, hidden, event)))).toEqual([true, false, false]);
  expect(follows(after(left, hidden, partly, { ...down, top: 599 }))).toBe(false);
});

test('on the way back to the end messages still count as new until it is shown', () => {
  const state = after(left, hidden, requested);
  expect([follows(state), unseenAfter(state)]).toEqual([true, 7]);
  expect(after(left, hidden, requested, shown)).toMatchObject({ mode: 'following', leftAt: 9 });
});

test('only the reader stops the chat from following its end', () => {
  const stopped = reachable().flatMap((state) =>
    events.filter((event) => follows(state) && !follows(follow(state, event))),
  );
  expect(new Set(stopped)).toEqual(new Set([left]));
});

test('every state is reached, and from each a request leads to the end', () => {
  const modes = new Set(reachable().map(({ mode }) => mode));
  expect(modes).toEqual(new Set(['following', 'outpaced', 'returning', 'lingering', 'away']));
  for (const state of reachable())
    expect([requested, shown].reduce(follow, state)).toMatchObject({ mode: 'following', leftAt: 9 });
});
