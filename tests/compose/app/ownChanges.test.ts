import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { OwnChanged } from '../../../contract/staffEvents.ts';
import { openOwnChanges } from '../../../src/compose/app/ownChanges.ts';

function opened() {
  const pushed$ = new Subject<OwnChanged>();
  const current$ = new BehaviorSubject(true);
  const scope = new Subscription();
  const loaded: string[] = [];
  const socket = { events: (() => pushed$) as never, current$ };
  const own = openOwnChanges({ socket, refreshLimits: () => void loaded.push('limits') }, scope);
  const list = (name: string) => () => void loaded.push(name);
  const change = (part: OwnChanged['part']) => pushed$.next({ part, time: 1 });
  return { own, scope, current$, loaded, list, change };
}

test('a list that is shown loads again when its part changed, and no other does', () => {
  const { own, loaded, list, change } = opened();
  own.follow('replies', list('replies'));
  own.follow('templates', list('templates'));
  expect(loaded).toEqual([]);
  change('replies');
  expect(loaded).toEqual(['replies']);
  change('away');
  expect(loaded).toEqual(['replies']);
});

test('a list that nobody looks at loads again when it is shown next, once', () => {
  const { own, loaded, list, change } = opened();
  const replies = list('replies');
  own.follow('replies', replies)();
  change('replies');
  change('replies');
  expect(loaded).toEqual([]);
  const end = own.follow('replies', replies);
  expect(loaded).toEqual(['replies']);
  end();
  own.follow('replies', replies);
  expect(loaded).toEqual(['replies']);
});

test('a list that several rows show loads once for each change, until the last of them has gone', () => {
  const { own, loaded, list, change } = opened();
  const stars = list('medicines');
  const [first, second] = [own.follow('medicines', stars), own.follow('medicines', stars)];
  change('medicines');
  expect(loaded).toEqual(['medicines']);
  first();
  change('medicines');
  expect(loaded).toEqual(['medicines', 'medicines']);
  second();
  change('medicines');
  expect(loaded).toHaveLength(2);
});

test('after a gap in the events everything that is shown loads again', () => {
  const { own, loaded, list, current$ } = opened();
  own.follow('replies', list('replies'));
  own.follow('away', list('away'));
  current$.next(false);
  expect(loaded).toEqual([]);
  current$.next(true);
  expect(loaded.toSorted()).toEqual(['away', 'replies']);
});

test('with other terms of a service its limits load again, though no list shows them', () => {
  const { loaded, change } = opened();
  change('services');
  expect(loaded).toEqual(['limits']);
});

test('nothing loads after the person has left', () => {
  const { own, scope, loaded, list, change } = opened();
  own.follow('replies', list('replies'));
  scope.unsubscribe();
  change('replies');
  expect(loaded).toEqual([]);
});
