import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openVault } from '../../src/services/openVault.ts';
import type { Page } from '../../src/services/unloadJournal.ts';
import { fakeBrowser } from '../support/fakeBrowser.ts';

const Text = z.object({ text: z.string() });
let browser: ReturnType<typeof fakeBrowser>;
let logged: string[];
beforeEach(() => {
  browser = fakeBrowser();
  logged = [];
});
afterEach(() => vi.restoreAllMocks());

function open(owner = '1:7') {
  const { window } = browser.tab();
  const vault = openVault({ crypto, indexedDB, page: window as Page, owner, log: (what) => logged.push(what) });
  return { vault, goes: () => window.dispatchEvent(new Event('pagehide')), window };
}

type SealedNote = { readonly sealed: { readonly ct: string } };

const noAnswer = () => new IDBRequest() as never;

/** A page that closes before the disk has stored its writes. */
async function left(write: (vault: ReturnType<typeof open>['vault']) => unknown) {
  const page = open();
  await page.vault.get('draft', 'nothing', Text);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(noAnswer);
  void write(page.vault);
  await expect.poll(() => page.goes() && browser.local.size).toBe(1);
  put.mockRestore();
  return page;
}

test('writes not on disk when the page closes reach the next page, and stay encrypted meanwhile', async () => {
  await left((vault) => vault.put('draft', 'reply:3', { text: 'Take two tablets' }));
  expect([...browser.local].join()).not.toContain('tablets');
  const next = open();
  expect(await next.vault.get('draft', 'reply:3', Text)).toEqual({ text: 'Take two tablets' });
  expect(browser.local.size).toBe(0);
});

test('each key with pending writes is left in its latest version', async () => {
  await left((vault) => {
    void vault.put('draft', 'reply:3', { text: 'T' });
    void vault.put('draft', 'reply:3', { text: 'Take two' });
    void vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'Take two' });
    void vault.put('draft', 'reply:4', { text: 'Next' });
  });
  const { vault } = open();
  expect(await vault.all('outgoing', Text)).toEqual([{ text: 'Take two' }]);
  expect(await vault.all('draft', Text)).toEqual([{ text: 'Next' }]);
});

test('the journal contains a file’s metadata, not its bytes', async () => {
  const page = await left((vault) => {
    void vault.put('uploadBytes', 'photo', 'A'.repeat(100_000));
    void vault.put('upload', 'photo', { text: 'sent' });
  });
  expect([...browser.local.values()].join().length).toBeLessThan(1_000);
  expect(await open().vault.get('upload', 'photo', Text)).toEqual({ text: 'sent' });
  expect(page.vault.storageState$.value).toBe('kept');
});

test('only the last version of a text is left while the disk hangs', async () => {
  const page = await left((vault) => {
    for (let at = 0; at < 500; at += 1) void vault.put('draft', 'reply:3', { text: 'x'.repeat(at) });
  });
  // Sealing finishes in any order: a journal grows until it contains the longest version. GCM adds 16 bytes, and
  // nothing else is in it.
  const sealedLength = Math.ceil((JSON.stringify({ text: 'x'.repeat(499) }).length + 16) / 3) * 4;
  await expect
    .poll(() => {
      browser.local.clear();
      page.goes();
      return JSON.parse([...browser.local.values()].join()).map((one: SealedNote) => one.sealed.ct.length);
    })
    .toEqual([sealedLength]);
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual({ text: 'x'.repeat(499) });
});

test('a journal is applied once, even if web storage restores it', async () => {
  await left((vault) => vault.put('draft', 'reply:3', { text: 'old' }));
  const notes = [...browser.local];
  const { vault } = open();
  await vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'old' });
  await vault.remove('outgoing', 'm');
  for (const [name, note] of notes) browser.local.set(name, note);
  const next = open();
  expect([await next.vault.all('draft', Text), await next.vault.all('outgoing', Text)]).toEqual([[], []]);
  expect(browser.local.size).toBe(0);
});

test('a journal that could not be applied comes before newer writes; until then the doctor is warned', async () => {
  await left((vault) => vault.put('draft', 'reply:3', { text: 'old' }));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { vault } = open();
  let late = 0;
  vault.journalApplied$.subscribe(() => {
    late += 1;
  });
  expect(await vault.put('draft', 'reply:3', { text: 'newer' })).toBe('failed');
  expect(vault.storageState$.value).toBe('failed');
  put.mockRestore();
  expect(await vault.put('draft', 'reply:3', { text: 'newest' })).toBe('kept');
  expect([await open().vault.get('draft', 'reply:3', Text), browser.local.size]).toEqual([{ text: 'newest' }, 0]);
  expect(late).toBe(1);
});

test('a journal that hangs does not prevent newer writes from being journaled', async () => {
  browser.local.set('cloudroom-unfinished:1:7:1:x', JSON.stringify([{ kind: 'draft', id: 'reply:9', sealed: null }]));
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(noAnswer);
  const page = open();
  void page.vault.put('draft', 'reply:3', { text: 'newer' });
  await expect.poll(() => page.goes() && browser.local.size).toBeGreaterThan(1);
});

test('a file can be deleted from a disk that is too full for a journal', async () => {
  const own = open();
  await own.vault.put('uploadBytes', 'photo', 'A'.repeat(100));
  browser.local.set('cloudroom-unfinished:1:7:1:x', JSON.stringify([{ kind: 'draft', id: 'reply:9', sealed: null }]));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await open().vault.remove('uploadBytes', 'photo');
  expect(await own.vault.all('uploadBytes', z.string())).toEqual([]);
});

test('a refusal of web storage is reported', async () => {
  const page = open();
  await page.vault.get('draft', 'nothing', Text);
  page.window.localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(noAnswer);
  void page.vault.put('draft', 'reply:3', { text: 'mine' });
  await expect.poll(() => page.goes() && logged).toContain('the unload journal could not be written');
});

test('work of a person who signs out while the disk hangs is restored at the next sign-in', async () => {
  const page = open();
  await page.vault.get('draft', 'nothing', Text);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(noAnswer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  void page.vault.put('draft', 'reply:3', { text: 'mine' });
  page.vault.close();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.local.size).toBe(1);
  });
  vi.useRealTimers();
  put.mockRestore();
  expect(await open().vault.get('draft', 'reply:3', Text)).toEqual({ text: 'mine' });
});

test('another person’s page ignores the journal; another window of the same person applies it at once', async () => {
  const [stranger, own, page] = [open('1:70'), open(), open()];
  for (const { vault } of [stranger, own, page]) await vault.get('draft', 'nothing', Text);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(noAnswer);
  void page.vault.put('draft', 'reply:3', { text: 'mine' });
  let told = 0;
  own.window.addEventListener('storage', () => {
    told += 1;
  });
  await expect.poll(() => page.goes() && told).toBeGreaterThan(0);
  await expect.poll(() => browser.local.size).toBe(0);
  expect(await own.vault.get('draft', 'reply:3', Text)).toEqual({ text: 'mine' });
  expect(await stranger.vault.all('draft', Text)).toEqual([]);
});

test('a page restored from the back-forward cache applies its journal', async () => {
  const page = await left((vault) => vault.put('draft', 'reply:3', { text: 'mine' }));
  page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect.poll(() => browser.local.size).toBe(0);
  expect(await page.vault.get('draft', 'reply:3', Text)).toEqual({ text: 'mine' });
});

test('an unreadable journal is set aside, and the vault opens', async () => {
  browser.local.set('cloudroom-unfinished:1:7:a', '[{"kind":"draft"}]');
  browser.local.set('cloudroom-unfinished:1:7:b', 'half a l');
  const { vault } = open();
  await vault.put('draft', 'reply:3', { text: 'mine' });
  expect([await vault.get('draft', 'reply:3', Text), browser.local.size, logged.length]).toEqual([
    { text: 'mine' },
    0,
    2,
  ]);
});
