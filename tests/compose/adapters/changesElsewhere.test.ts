import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountChanged, HospitalChanged } from '../../../contract/socket.ts';
import { followChanges } from '../../../src/compose/adapters/changesElsewhere.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function followed() {
  const account$ = new Subject<AccountChanged>();
  const hospital$ = new Subject<HospitalChanged>();
  const current$ = new BehaviorSubject(true);
  const loaded: string[] = [];
  const events = (name: string) => (name === 'account:changed' ? account$ : hospital$);
  const scope = followChanges({
    socket: { events, current$ } as never,
    settings: { refresh: () => void loaded.push('settings') },
    session: { send: ({ type }) => void loaded.push(type) },
    refreshLists: () => void loaded.push('lists'),
    refreshHospital: () => void loaded.push('hospital'),
    random: () => 0.5,
  });
  return { account$, hospital$, current$, loaded, scope };
}

test('a push names what changed, and only that loads again', () => {
  const { account$, hospital$, loaded } = followed();
  account$.next({ part: 'settings', time: 1 });
  expect(loaded).toEqual(['settings']);
  account$.next({ part: 'account', time: 2 });
  expect(loaded).toEqual(['settings', 'account.changed']);
  hospital$.next({ part: 'settings', time: 3 });
  vi.advanceTimersByTime(5_000);
  expect(loaded).toEqual(['settings', 'account.changed', 'hospital']);
});

test('the dictionaries load again within five seconds, spread over the hospital’s staff', () => {
  const { hospital$, loaded } = followed();
  hospital$.next({ part: 'dictionaries', time: 1 });
  vi.advanceTimersByTime(2_400);
  expect(loaded).toEqual([]);
  vi.advanceTimersByTime(2_600);
  expect(loaded).toEqual(['lists']);
});

test('after a gap everything loads again, the dictionaries and the hospital within a minute', () => {
  const { current$, loaded } = followed();
  current$.next(false);
  current$.next(true);
  expect(loaded).toEqual(['settings', 'account.changed']);
  vi.advanceTimersByTime(60_000);
  expect(loaded).toEqual(['settings', 'account.changed', 'lists', 'hospital']);
});

test('nothing loads after the person has left', () => {
  const { hospital$, account$, loaded, scope } = followed();
  hospital$.next({ part: 'dictionaries', time: 1 });
  scope.unsubscribe();
  account$.next({ part: 'account', time: 2 });
  vi.advanceTimersByTime(60_000);
  expect(loaded).toEqual([]);
});
