import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import type { HospitalChanged } from '../../../contract/socket.ts';
import type { OwnChanged } from '../../../contract/staffEvents.ts';
import { openOwnChanges } from '../../../src/compose/app/ownChanges.ts';

afterEach(() => void vi.useRealTimers());

function opened() {
  const pushed$ = new Subject<OwnChanged>();
  const hospital$ = new Subject<HospitalChanged>();
  const current$ = new BehaviorSubject(true);
  const scope = new Subscription();
  const loaded: string[] = [];
  const socket = { events: ((name: string) => (name === 'own:changed' ? pushed$ : hospital$)) as never, current$ };
  const own = openOwnChanges({ socket, refreshLimits: () => void loaded.push('limits') }, scope);
  const list = (name: string) => () => void loaded.push(name);
  const change = (part: OwnChanged['part']) => pushed$.next({ part, time: 1 });
  const changeHospital = (part: HospitalChanged['part']) => hospital$.next({ part, time: 1 });
  return { own, scope, current$, loaded, list, change, changeHospital };
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

test('a list of the administration loads again after a change of each part that it shows', () => {
  const { own, loaded, list, change, changeHospital } = opened();
  const people = list('people');
  change('people');
  own.follow('people', people);
  own.follow('dictionaries', people);
  expect(loaded).toEqual([]);
  changeHospital('settings');
  expect(loaded).toEqual([]);
  changeHospital('dictionaries');
  expect(loaded).toHaveLength(1);
  change('people');
  expect(loaded).toHaveLength(2);
});

/** A list whose first loads fail, and how often it was loaded. */
function failing(times: number) {
  const tries = { count: 0 };
  const refresh = async () => ++tries.count > times;
  return { tries, refresh };
}

test('a reload that failed is made again after growing waits until one succeeds', async () => {
  vi.useFakeTimers();
  const { own, change } = opened();
  const { tries, refresh } = failing(3);
  own.follow('replies', refresh);
  change('replies');
  const counts = [];
  for (const ms of [999, 1, 1_999, 1, 3_999, 1, 600_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(tries.count);
  }
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4]);
});

test('a list whose reload failed and that nobody shows waits until it is shown again', async () => {
  vi.useFakeTimers();
  const { own, change } = opened();
  const { tries, refresh } = failing(1);
  const end = own.follow('replies', refresh);
  change('replies');
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries.count).toBe(1);
  own.follow('replies', refresh);
  expect(tries.count).toBe(2);
});

test('a change during the wait loads at once, and the wait adds nothing', async () => {
  vi.useFakeTimers();
  const { own, change } = opened();
  const { tries, refresh } = failing(1);
  own.follow('replies', refresh);
  change('replies');
  await vi.advanceTimersByTimeAsync(500);
  change('replies');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries.count).toBe(2);
});

test('nothing loads after the person has left', () => {
  const { own, scope, loaded, list, change } = opened();
  own.follow('replies', list('replies'));
  scope.unsubscribe();
  change('replies');
  expect(loaded).toEqual([]);
});
