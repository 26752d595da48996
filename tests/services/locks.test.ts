import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createTabChannel } from '../../src/services/crossTab.ts';
import { createLocks, lockManager } from '../../src/services/locks.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

const never = new AbortController().signal;
const patience = { waitMs: 1_000, signal: never };

const eachKind = [
  ['Web Locks', () => createLocks(fakeBrowser().tab().window.navigator.locks)],
  ['no Web Locks', () => createLocks(undefined)],
  [
    'Web Locks that are refused',
    () => createLocks(lockManager({ request: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) })),
  ],
] as const;

test.each(eachKind)('with %s one task runs at a time, in order', async (_, open) => {
  const locks = open();
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([
    locks.within('a', patience, task('first')),
    locks.within('a', patience, task('second')),
  ]);
  expect(results).toEqual(['first', 'second']);
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test.each(eachKind)('with %s the wait for a frozen tab’s lock is limited', async (_, open) => {
  vi.useFakeTimers();
  const locks = open();
  void locks.within('a', patience, () => new Promise(() => {}));
  const waiting = locks.within('a', { waitMs: 5_000, signal: never }, async () => 'went on');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toBe('went on');
  vi.useRealTimers();
});

test.each(eachKind)('with %s aborting the wait ends it at once, and the task never runs', async (_, open) => {
  const locks = open();
  const given = new AbortController();
  void locks.within('a', patience, () => new Promise(() => {}));
  const waiting = locks.within('a', { waitMs: 60_000, signal: given.signal }, async () => 'ran');
  given.abort();
  await expect(waiting).rejects.toThrow();
});

test.each(eachKind)('with %s a failing task releases the lock', async (_, open) => {
  const locks = open();
  await expect(
    locks.within('a', patience, async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await locks.within('a', patience, async () => 'next')).toBe('next');
});

test.each(eachKind)('with %s a held lock is unavailable until it is released', async (_, open) => {
  const locks = open();
  const given = new AbortController();
  expect(await locks.hold('dialog', given.signal)).toBe(true);
  expect(await locks.hold('dialog', never)).toBe(false);
  given.abort();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await locks.hold('dialog', never)).toBe(true);
});

const News = z.object({ n: z.number() });

test('a tab receives messages of other tabs and never its own; invalid messages are ignored', async () => {
  const browser = fakeBrowser();
  const open = () => {
    const { window } = browser.tab();
    const channel = createTabChannel('x', News, {
      BroadcastChannel: window.BroadcastChannel,
      storage: window.localStorage,
      events: window,
    });
    const heard: unknown[] = [];
    channel.listen((news) => heard.push(news));
    return { channel, heard };
  };
  const [one, two] = [open(), open()];
  one.channel.post({ n: 1 });
  one.channel.post({ n: 'many' } as never);
  await Promise.resolve();
  expect([one.heard, two.heard]).toEqual([[], [{ n: 1 }]]);
});

test('without BroadcastChannel messages use storage and leave nothing there', async () => {
  const browser = fakeBrowser();
  const open = () => {
    const { window } = browser.tab();
    const needs = { BroadcastChannel: undefined, storage: window.localStorage, events: window };
    const channel = createTabChannel('x', News, needs);
    const heard: unknown[] = [];
    channel.listen((news) => heard.push(news));
    return { channel, heard };
  };
  const [one, two] = [open(), open()];
  one.channel.post({ n: 7 });
  await Promise.resolve();
  expect([one.heard, two.heard, browser.local.size]).toEqual([[], [{ n: 7 }], 0]);
});
