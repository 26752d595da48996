import { BehaviorSubject, defer, NEVER, of, throwError } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { wakeOnAnswer } from '../../src/streams/wakeOnAnswer.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page whose link is lost, and a platform that hangs, refuses or answers. */
function page({ linked = true } = {}) {
  const linked$ = new BehaviorSubject(linked);
  const visible$ = new BehaviorSubject(true);
  let platform: 'hangs' | 'refuses' | 'answers' = 'hangs';
  const counted = { asked: 0, woken: 0 };
  const ask = () =>
    defer(() => {
      counted.asked += 1;
      return platform === 'hangs' ? NEVER : platform === 'refuses' ? throwError(() => new Error('refused')) : of(1);
    });
  const wake = () => {
    counted.woken += 1;
  };
  wakeOnAnswer({ linked$, visible$, ask, wake }, scope());
  linked$.next(false);
  return {
    linked$,
    visible$,
    counted,
    is: (state: typeof platform) => {
      platform = state;
    },
  };
}

test('a lost link connects within 5 s after the platform answers, however long it hung before', async () => {
  const { counted, is } = page();
  await passed(62_000);
  expect(counted.woken).toBe(0);
  is('answers');
  await passed(5_000);
  expect(counted.woken).toBe(1);
});

test('the platform is asked although it refuses, so that an expired session is known within 5 s', async () => {
  const { counted, is } = page();
  await passed(62_000);
  const before = counted.asked;
  is('refuses');
  await passed(5_000);
  expect(counted).toEqual({ asked: before + 1, woken: 0 });
});

test('a platform that answers but is slow to accept the link is not asked for one again', async () => {
  const { counted, is } = page();
  is('answers');
  await passed(30_000);
  expect(counted).toEqual({ asked: 6, woken: 1 });
});

test('nothing is asked while the link works, on a hidden page, or before the first link', async () => {
  const working = page();
  working.linked$.next(true);
  const hidden = page();
  hidden.visible$.next(false);
  const first = page({ linked: false });
  await passed(60_000);
  expect([working, hidden, first].map(({ counted }) => counted.asked)).toEqual([0, 0, 0]);
});
