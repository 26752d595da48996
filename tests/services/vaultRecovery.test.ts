import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openVault } from '../../src/services/openVault.ts';
import type { Page } from '../../src/services/unloadJournal.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

const Text = z.object({ text: z.string() });
let browser: ReturnType<typeof fakeBrowser>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  browser = fakeBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(own: Crypto | undefined = crypto) {
  const { window } = browser.tab();
  const vault = openVault({ crypto: own, indexedDB, page: window as Page, owner: '1:7', log: () => {} });
  /** Whether the browser asks before the page is left. */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { vault, asks, leaves: () => window.dispatchEvent(new Event('pagehide')) };
}

const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};
const fillDisk = () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);

/** Lets the timers pass until the storage is tried again. */
async function nextTry(isDone: () => unknown) {
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(isDone()).toBeTruthy(), { timeout: 5_000 });
}

test('what the full disk refused is written once there is room, and the warning goes', async () => {
  const { vault, asks } = open();
  await vault.get('draft', 'nothing', Text);
  const disk = fillDisk();
  expect(await vault.put('draft', 'reply:3', { text: 'Take two' })).toBe('failed');
  expect(await vault.put('outgoing', 'm', { text: 'Hello' })).toBe('failed');
  expect([vault.storageState$.value, asks()]).toEqual(['failed', true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vault.storageState$.value).toBe('failed');
  disk.mockRestore();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(asks()).toBe(false);
  const next = open().vault;
  expect([await next.get('draft', 'reply:3', Text), await next.all('outgoing', Text)]).toEqual([
    { text: 'Take two' },
    [{ text: 'Hello' }],
  ]);
});

test('a connection that is dead without a word is opened again', async () => {
  const { vault } = open();
  await vault.put('draft', 'reply:3', { text: 'one' });
  const dead = new WeakSet<IDBDatabase>();
  const transaction = IDBDatabase.prototype.transaction;
  let isDying = true;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...what) {
    if (isDying) dead.add(this);
    if (dead.has(this)) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    return transaction.apply(this, what);
  });
  expect(await vault.put('draft', 'reply:3', { text: 'two' })).toBe('failed');
  isDying = false;
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(await vault.get('draft', 'reply:3', Text)).toEqual({ text: 'two' });
});

test('a storage that could not be opened is opened later, and the warning goes', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError');
  });
  const { vault } = open();
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('failed'));
  opening.mockRestore();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(await vault.put('draft', 'reply:3', { text: 'one' })).toBe('kept');
});

test('a page that closes leaves what the disk refused to the next one', async () => {
  const { vault, leaves } = open();
  await vault.put('draft', 'reply:3', { text: 'older' });
  const disk = fillDisk();
  await vault.put('draft', 'reply:3', { text: 'newer' });
  leaves();
  disk.mockRestore();
  expect([...browser.local].join()).not.toContain('newer');
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual({ text: 'newer' });
});

test('a refused text that was replaced since is not written over the newer one', async () => {
  const { vault } = open();
  await vault.get('draft', 'nothing', Text);
  const disk = fillDisk();
  await vault.put('outgoing', 'other', { text: 'still in memory' });
  await vault.put('draft', 'reply:3', { text: 'older' });
  await vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'older' });
  disk.mockRestore();
  await vault.put('draft', 'reply:3', { text: 'newer' });
  await nextTry(() => vault.storageState$.value === 'kept');
  const next = open().vault;
  expect(await next.get('draft', 'reply:3', Text)).toEqual({ text: 'newer' });
  expect(await next.all('outgoing', Text)).toEqual(
    expect.arrayContaining([{ text: 'older' }, { text: 'still in memory' }]),
  );
});

test('a refused draft that another tab has replaced is not written over it', async () => {
  const { vault } = open();
  await vault.get('draft', 'nothing', Text);
  const disk = fillDisk();
  await vault.put('draft', 'reply:3', { text: 'older' });
  disk.mockRestore();
  const other = open().vault;
  await other.put('draft', 'reply:3', { text: 'newer' });
  vault.release('draft', 'reply:3');
  expect(vault.storageState$.value).toBe('kept');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual({ text: 'newer' });
});

test('a deletion that the disk refused happens later, so that a sent text does not come back', async () => {
  const { vault, asks } = open();
  await vault.put('draft', 'reply:3', { text: 'sent' });
  const removing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(full);
  await vault.remove('draft', 'reply:3');
  expect(asks()).toBe(false);
  removing.mockRestore();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(await open().vault.get('draft', 'reply:3', Text)).toBeNull();
});

test('a browser without a safe storage asks before it loses what was typed', async () => {
  const { vault, asks } = open({} as Crypto);
  await vault.put('desk', 'panes', { text: 'layout' });
  expect(asks()).toBe(false);
  await vault.put('draft', 'reply:3', { text: 'Take two' });
  expect(asks()).toBe(true);
  await vault.remove('draft', 'reply:3');
  expect(asks()).toBe(false);
});
