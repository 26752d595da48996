import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TabChannel } from '../../src/services/crossTab.ts';
import { createTabLeader, type LeaderHeartbeat } from '../../src/services/tabLeader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

type Wanted = { readonly begin: () => void; readonly lose: (cause: Error) => void };

/** One Web Lock: first come, first served; `steal` takes it at once. */
function oneLock() {
  let holder: Wanted | null = null;
  const queue: Wanted[] = [];
  function next() {
    holder = queue.shift() ?? null;
    holder?.begin();
  }
  const request = (_: string, { steal, signal }: LockOptions, task: (lock: Lock) => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const wanted: Wanted = {
        begin: () =>
          void task({ name: 'one', mode: 'exclusive' }).then(() => {
            resolve();
            if (holder === wanted) next();
          }),
        lose: reject,
      };
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(wanted);
        if (place >= 0) queue.splice(place, 1);
        if (holder !== wanted) reject(new DOMException('', 'AbortError'));
      });
      if (steal) {
        holder?.lose(new DOMException('', 'AbortError'));
        holder = wanted;
        wanted.begin();
      } else if (holder === null) {
        holder = wanted;
        wanted.begin();
      } else queue.push(wanted);
    });
  return { request: request as LockManager['request'] };
}

/** Tabs with a shared channel; frozen tabs send and receive nothing. */
function browser() {
  const locks = oneLock();
  const listeners = new Map<object, { hear: (said: LeaderHeartbeat) => void; frozen: () => boolean }>();
  return () => {
    let frozen = false;
    const me = {};
    const channel: TabChannel<LeaderHeartbeat> = {
      post(said) {
        if (frozen) return;
        for (const [tab, { hear, frozen }] of listeners) if (tab !== me && !frozen()) hear(said);
      },
      listen(hear) {
        listeners.set(me, { hear, frozen: () => frozen });
        return () => void listeners.delete(me);
      },
      close() {},
    };
    const turns: boolean[] = [];
    const subscription = createTabLeader({ locks, name: 'one', channel, everyMs: 2_000, silenceMs: 10_000 }).subscribe(
      (owns) => void turns.push(owns),
    );
    return {
      turns,
      owns: () => turns.at(-1) ?? false,
      close: () => subscription.unsubscribe(),
      freeze: () => {
        frozen = true;
      },
    };
  };
}

test('one tab leads, and another takes over when it is closed', async () => {
  const open = browser();
  const [first, second, third] = [open(), open(), open()];
  await settled();
  expect([first.owns(), second.owns(), third.owns()]).toEqual([true, false, false]);
  first.close();
  await settled();
  expect([second.owns(), third.owns()]).toEqual([true, false]);
});

test('a tab that sends heartbeats leads until it is closed', async () => {
  const open = browser();
  const [first, second] = [open(), open()];
  await settled(3_600_000);
  expect([first.turns, second.turns]).toEqual([[false, true], [false]]);
});

test('another tab takes over from a frozen leader, and the frozen tab stops leading', async () => {
  const open = browser();
  const [first, second] = [open(), open()];
  await settled(5_000);
  first.freeze();
  await settled(8_000);
  expect(second.owns()).toBe(false);
  await settled(1_000);
  expect([first.turns, second.turns]).toEqual([
    [false, true, false],
    [false, true],
  ]);
});

test('a former leader leads again when the other tab is closed', async () => {
  const open = browser();
  const [first, second] = [open(), open()];
  await settled();
  first.freeze();
  await settled(10_000);
  second.close();
  await settled();
  expect(first.turns).toEqual([false, true, false, true]);
});

test('without Web Locks every tab sends', () => {
  const turns: boolean[] = [];
  const channel = { post: () => {}, listen: () => () => {}, close: () => {} };
  createTabLeader({ locks: undefined, name: 'one', channel, everyMs: 1, silenceMs: 1 }).subscribe((owns) =>
    turns.push(owns),
  );
  expect(turns).toEqual([true]);
});
