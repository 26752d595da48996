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

const logged: string[] = [];
function open() {
  const { window } = browser.tab();
  const log = (what: string) => void logged.push(what);
  const vault = openVault({ crypto, indexedDB, page: window as Page, owner: '1:7', log });
  /** Whether the browser asks before the page is left. */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { vault, asks, window };
}

const older = { text: 'from an earlier page' };
async function leaveDraft() {
  const { vault } = open();
  await vault.put('draft', 'reply:3', older);
  await vault.put('outgoing', 'm', older);
  vault.close();
}

/** The storage takes values, and throws whenever one of these stores, or one of its keys, is read. */
function refuseReads(name: 'keys' | 'items', isRefused: (key: unknown) => boolean = () => true) {
  for (const method of ['get', 'getKey', 'getAll', 'getAllKeys'] as const) {
    const read = IDBObjectStore.prototype[method] as (...what: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...what: unknown[]) {
      if (this.name === name && isRefused(what[0])) throw new DOMException('no', 'UnknownError');
      return read.apply(this, what) as never;
    });
  }
  return () => vi.restoreAllMocks();
}

/** Lets the timers pass until the storage is tried again. */
async function nextTry(isDone: () => unknown) {
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(isDone()).toBeTruthy(), { timeout: 5_000 });
}

test('a storage that gives nothing back is named, and what it had appears once it does', async () => {
  await leaveDraft();
  const answers = refuseReads('items');
  const { vault, asks } = open();
  const found: unknown[] = [];
  void vault.read('draft', 'reply:3', Text).then((draft) => found.push(draft));
  void vault.all('outgoing', Text).then((all) => found.push(all));
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('unread'));
  expect([found, asks()]).toEqual([[], false]);
  answers();
  await nextTry(() => vault.storageState$.value === 'kept');
  await vi.waitFor(() => expect(found).toHaveLength(2));
  for (const read of [older, [older]]) expect(found).toContainEqual(read);
});

test('what is typed over a text that cannot be read stays in memory, and the browser asks', async () => {
  await leaveDraft();
  const answers = refuseReads('items');
  const { vault, asks } = open();
  const read = vault.read('draft', 'reply:3', Text);
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('unread'));
  expect(await vault.put('draft', 'reply:3', { text: 'typed now' })).toBe('failed');
  expect([vault.storageState$.value, asks()]).toEqual(['failed', true]);
  expect(await vault.put('outgoing', 'n', { text: 'sent now' })).toBe('kept');
  answers();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect([await read, asks()]).toEqual([older, false]);
  const next = open().vault;
  expect(await next.get('draft', 'reply:3', Text)).toEqual({ text: 'typed now' });
  expect(await next.all('outgoing', Text)).toHaveLength(2);
});

test('a page that closes does not overwrite a text that it could not read', async () => {
  await leaveDraft();
  const answers = refuseReads('items');
  const { vault, window } = open();
  void vault.read('draft', 'reply:3', Text);
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('unread'));
  await vault.put('draft', 'reply:3', { text: 'typed now' });
  window.dispatchEvent(new Event('pagehide'));
  vault.close();
  answers();
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual(older);
});

test('a message is stored without deleting a draft that could not be read', async () => {
  await leaveDraft();
  const answers = refuseReads('items');
  const { vault } = open();
  void vault.read('draft', 'reply:3', Text);
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('unread'));
  expect(await vault.replaceDraft('reply:3', 'outgoing', 'n', { text: 'sent now' })).toBe('kept');
  answers();
  const next = open().vault;
  expect(await next.all('outgoing', Text)).toHaveLength(2);
  expect(await next.get('draft', 'reply:3', Text)).toEqual(older);
});

test('a value is not given up because the whole storage was silent before', async () => {
  await leaveDraft();
  let tries = 0;
  const ofDraft = (key: unknown) => {
    const isDraft = Array.isArray(key) && key[2] === 'reply:3';
    if (isDraft) tries += 1;
    return isDraft;
  };
  /** Lets the timers pass until the draft was tried this often. */
  const tried = (times: number) =>
    vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(5_000);
        expect(tries).toBeGreaterThanOrEqual(times);
      },
      { timeout: 10_000 },
    );
  const answers = refuseReads('items', (key) => ofDraft(key) || true);
  const { vault } = open();
  const read = vault.read('draft', 'reply:3', Text);
  await tried(5);
  answers();
  const answersAgain = refuseReads('items', ofDraft);
  await tried(tries + 1);
  answersAgain();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(await read).toEqual(older);
});

test('whoever cannot wait for a storage that refuses goes on without the value', async () => {
  await leaveDraft();
  refuseReads('items');
  const { vault } = open();
  let got: unknown;
  void vault.get('draft', 'reply:3', Text).then((draft) => {
    got = draft;
  });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(got).toBeNull();
});

test('a storage that does not give back the key starts the page, and works again later', async () => {
  await leaveDraft();
  const answers = refuseReads('keys');
  const { vault, asks } = open();
  const read = vault.read('draft', 'reply:3', Text);
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('failed'));
  expect(await vault.put('draft', 'reply:4', { text: 'typed now' })).toBe('failed');
  expect(asks()).toBe(true);
  answers();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect([await read, asks()]).toEqual([older, false]);
  expect(await open().vault.get('draft', 'reply:4', Text)).toEqual({ text: 'typed now' });
});

test('one value that is damaged is given up, and the others are read', async () => {
  await leaveDraft();
  refuseReads('items', (key) => Array.isArray(key) && key[2] === 'reply:3');
  const { vault } = open();
  const read = vault.read('draft', 'reply:3', Text);
  expect(await vault.all('outgoing', Text)).toEqual([older]);
  await nextTry(() => vault.storageState$.value === 'kept');
  expect(await read).toBeNull();
  expect(await vault.put('draft', 'reply:3', { text: 'typed now' })).toBe('kept');
});

test('a refused read is logged once, however often it is tried again', async () => {
  await leaveDraft();
  logged.length = 0;
  refuseReads('items');
  const { vault } = open();
  void vault.read('draft', 'reply:3', Text);
  await vi.waitFor(() => expect(vault.storageState$.value).toBe('unread'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(logged).toEqual(['a stored draft could not be read']);
});

test('a journal that cannot be read keeps what is typed in memory until it can', async () => {
  const name = 'cloudroom-unfinished:1:7:1:x';
  browser.local.set(name, JSON.stringify([{ kind: 'draft', id: 'reply:9', sealed: null }]));
  const { vault, asks, window } = open();
  const reading = vi.spyOn(window.localStorage, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(await vault.put('draft', 'reply:3', { text: 'typed now' })).toBe('failed');
  expect([vault.storageState$.value, asks()]).toEqual(['failed', true]);
  reading.mockRestore();
  await nextTry(() => vault.storageState$.value === 'kept');
  expect([asks(), browser.local.size]).toEqual([false, 0]);
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual({ text: 'typed now' });
});
