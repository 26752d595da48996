import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlarm, createCountdown } from '../../src/services/alarm.ts';
import { createIdle } from '../../src/services/idle.ts';
import { createServerClock } from '../../src/services/serverClock.ts';
import '../support/fakeBrowser.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function bell() {
  const page = new EventTarget();
  const rung: number[] = [];
  const set = createAlarm({ now: Date.now, page });
  const stop = set(Date.now() + 30 * minute, () => rung.push(Date.now()));
  return { page, rung, stop };
}

test('an alarm rings once, at its time', async () => {
  const { rung } = bell();
  await vi.advanceTimersByTimeAsync(30 * minute - 1);
  expect(rung).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(rung).toHaveLength(1);
});

test('an alarm missed during sleep rings when the page becomes visible', () => {
  const { page, rung } = bell();
  vi.setSystemTime(Date.now() + 90 * minute);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(rung).toHaveLength(1);
});

test('a clock that is set back does not delay an alarm', async () => {
  const { rung } = bell();
  vi.setSystemTime(Date.now() - 24 * 60 * minute);
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(rung).toHaveLength(1);
});

test('an alarm that is stopped stays silent', async () => {
  const { page, rung, stop } = bell();
  stop();
  await vi.advanceTimersByTimeAsync(60 * minute);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(rung).toEqual([]);
});

test('the platform’s time advances between its answers, and an invalid date is ignored', async () => {
  const clock = createServerClock(Date.now);
  expect(clock.lastSeen()).toBeNull();
  const theirs = new Date(Date.now() + 60 * minute);
  clock.observe(theirs.toUTCString());
  clock.observe('yesterday');
  clock.observe(null);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Math.abs(clock.now() - theirs.getTime() - 5_000)).toBeLessThan(1_000);
});

function hand() {
  const values = new Map<string, string>();
  const local = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
  const page = new EventTarget();
  const open = () => createIdle({ local, now: Date.now, page });
  return { page, open, local };
}

/** Events of an idle watcher, in order. */
function heard(open: () => ReturnType<typeof createIdle>) {
  const told: string[] = [];
  open().watch(() => 30 * minute, {
    near: () => told.push('near'),
    resumed: () => told.push('resumed'),
    reached: () => told.push('reached'),
  });
  return told;
}

test('half an hour without activity in any tab is idle, with a warning two minutes before', async () => {
  const { page, open } = hand();
  const told = heard(open);
  await vi.advanceTimersByTimeAsync(25 * minute);
  open().touch();
  await vi.advanceTimersByTimeAsync(25 * minute);
  page.dispatchEvent(new Event('pointermove'));
  await vi.advanceTimersByTimeAsync(28 * minute - 1);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(told).toEqual(['near']);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(told).toEqual(['near', 'reached']);
});

test('a limit that the hospital changes holds at once, also for the time that has passed', async () => {
  const { open } = hand();
  let limit = 30 * minute;
  const told: string[] = [];
  open().watch(() => limit, {
    near: () => told.push('near'),
    resumed: () => told.push('resumed'),
    reached: () => told.push('reached'),
  });
  await vi.advanceTimersByTimeAsync(10 * minute);
  limit = 11 * minute;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['near']);
  limit = 0;
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(told).toEqual(['near', 'resumed']);
  limit = 5 * minute;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['near', 'resumed', 'reached']);
});

test('activity after the warning cancels it at once in every tab', async () => {
  const { page, open } = hand();
  const told = heard(open);
  await vi.advanceTimersByTimeAsync(29 * minute);
  page.dispatchEvent(new Event('keydown'));
  expect(told).toEqual(['near', 'resumed']);
  await vi.advanceTimersByTimeAsync(29 * minute);
  open().touch();
  page.dispatchEvent(new StorageEvent('storage', { key: 'LAST_ACTIVE_AT' }));
  expect(told).toEqual(['near', 'resumed', 'near', 'resumed']);
});

test.each([31, 125, 480])(
  'after %i minutes of sleep the first input locks the screen instead of counting as activity',
  (slept) => {
    for (const sign of ['pointermove', 'keydown', 'focus', 'pageshow', 'visibilitychange']) {
      const { page, open } = hand();
      const told = heard(open);
      vi.setSystemTime(Date.now() + slept * minute);
      page.dispatchEvent(new Event(sign));
      expect([sign, told]).toEqual([sign, ['reached']]);
      expect(open().isOver(30 * minute)).toBe(true);
    }
  },
);

test('a tab that becomes visible without input does not count as activity', async () => {
  const { page, open } = hand();
  const told = heard(open);
  for (let waited = 0; waited < 29; waited += 1) {
    await vi.advanceTimersByTimeAsync(minute);
    page.dispatchEvent(new Event('visibilitychange'));
    page.dispatchEvent(new Event('focus'));
  }
  expect(told).toEqual(['near']);
});

test('a tab that was frozen locks when another tab has locked meanwhile', () => {
  const { page, open } = hand();
  const told = heard(open);
  open().setLocked(true);
  page.dispatchEvent(new Event('pageshow'));
  expect(told).toEqual(['reached']);
});

test('after a clock was set back the time since the last activity still counts', async () => {
  const { page, open } = hand();
  const told = heard(open);
  await vi.advanceTimersByTimeAsync(10 * minute);
  vi.setSystemTime(Date.now() - 24 * 60 * minute);
  await vi.advanceTimersByTimeAsync(21 * minute);
  expect(told).toEqual(['near', 'reached']);
  page.dispatchEvent(new Event('pointermove'));
  expect(told).toEqual(['near', 'reached']);
});

test('a new page knows whether the idle time is over; a time that cannot be counts as over', () => {
  const { open, local } = hand();
  expect(open().isOver(30 * minute)).toBe(false);
  open().touch();
  vi.setSystemTime(Date.now() + 31 * minute);
  expect([open().isOver(30 * minute), open().isOver(0)]).toEqual([true, false]);
  // The page was closed under a clock that was fast.
  vi.setSystemTime(Date.now() - 120 * minute);
  expect([open().isOver(30 * minute), open().isOver(0)]).toEqual([true, false]);
  open().touch();
  // Clocks are set back by seconds every day.
  vi.setSystemTime(Date.now() - 5_000);
  expect(open().isOver(30 * minute)).toBe(false);
  local.setItem('LAST_ACTIVE_AT', 'soon');
  expect(open().isOver(30 * minute)).toBe(true);
});

test('a countdown reports each second and its end; a clock set back adds no time', async () => {
  const told: (number | 'over')[] = [];
  const count = createCountdown({ now: Date.now, alarm: createAlarm({ now: Date.now, page: new EventTarget() }) });
  count(Date.now() + 3_000, { passed: (left) => told.push(left), finished: () => told.push('over') });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() - 24 * 60 * minute);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual([3, 2, 1, 'over']);
});
