import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openVault } from '../../src/services/openVault.ts';

globalThis.indexedDB = new IDBFactory();

const Text = z.object({ text: z.string() });
const logged: string[] = [];
const vault = (owner: string, missing: { crypto?: undefined; indexedDB?: undefined } = {}) =>
  openVault({ crypto, indexedDB, page: null, ...missing, owner, log: (what) => logged.push(what) });

/** The whole content of the database, as text. */
async function dumped(): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('cloudroom-work');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const rows = await new Promise<{ ct: ArrayBuffer }[]>((resolve) => {
    const asked = db.transaction('items').objectStore('items').getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  db.close();
  return rows.map(({ ct }) => new TextDecoder().decode(ct)).join();
}

test('a stored value can be read by the next page, and not in the raw database', async () => {
  const first = vault('1:7');
  expect(await first.put('draft', 'reply:3', { text: 'Take two tablets' })).toBe('kept');
  first.close();
  const second = vault('1:7');
  expect(await second.get('draft', 'reply:3', Text)).toEqual({ text: 'Take two tablets' });
  expect(await dumped()).not.toContain('tablets');
});

test('another person on the same machine cannot read it', async () => {
  await vault('1:7').put('outgoing', 'a', { text: 'mine' });
  const other = vault('1:8');
  expect([await other.get('outgoing', 'a', Text), await other.all('outgoing', Text)]).toEqual([null, []]);
});

test('reading a kind returns all values except removed ones and those that no longer fit the schema', async () => {
  const own = vault('1:9');
  await own.put('outgoing', 'a', { text: 'one' });
  await own.put('outgoing', 'b', { text: 'two' });
  await own.put('outgoing', 'c', { words: 3 });
  await own.put('draft', 'd', { text: 'a draft' });
  await own.remove('outgoing', 'a');
  expect(await own.all('outgoing', Text)).toEqual([{ text: 'two' }]);
});

test('without WebCrypto the vault stores nothing on disk and reports it', async () => {
  const plain = vault('1:10', { crypto: undefined });
  expect(await plain.put('draft', 'x', { text: 'only here' })).toBe('volatile');
  expect(await plain.get('draft', 'x', Text)).toEqual({ text: 'only here' });
  expect(await vault('1:10').get('draft', 'x', Text)).toBeNull();
});

test('the vault reports a storage that refuses or hangs, and reports its recovery', async () => {
  const own = vault('1:11');
  const seen: string[] = [];
  own.storageState$.subscribe((outcome) => seen.push(outcome));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await own.put('draft', 'x', { text: 'one' })).toBe('failed');
  put.mockRestore();
  expect(await own.put('draft', 'x', { text: 'two' })).toBe('kept');
  expect([seen, vault('1:11', { indexedDB: undefined }).storageState$.value]).toEqual([
    ['kept', 'failed', 'kept'],
    'volatile',
  ]);
});

test('storing one value does not clear the warning about another; removing that value does', async () => {
  const own = vault('1:12');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await own.put('uploadBytes', 'big', { text: 'photo' });
  put.mockRestore();
  await own.put('draft', 'x', { text: 'a key' });
  expect(own.storageState$.value).toBe('failed');
  await own.remove('uploadBytes', 'big');
  expect(own.storageState$.value).toBe('kept');
});

test('operations on one key run in the order of the requests, including those on its draft', async () => {
  const own = vault('1:13');
  const asked = [
    own.put('outgoing', 'deleted', { text: 'retried' }),
    own.remove('outgoing', 'deleted'),
    own.put('outgoing', 'retried', { text: 'failed' }),
    own.remove('outgoing', 'retried'),
    own.put('outgoing', 'retried', { text: 'on its way' }),
    own.put('draft', 'reply', { text: 'a draft' }),
    own.replaceDraft('reply', 'outgoing', 'sent', { text: 'a draft' }),
    own.remove('outgoing', 'sent'),
  ];
  await Promise.all(asked);
  const next = vault('1:13');
  expect(await next.all('outgoing', Text)).toEqual([{ text: 'on its way' }]);
  expect(await next.get('draft', 'reply', Text)).toBeNull();
});

/** A storage that stops answering during an operation. */
function hangs(what: 'get' | 'delete') {
  const spy = vi.spyOn(IDBObjectStore.prototype, what).mockImplementation(() => new IDBRequest() as never);
  return () => spy.mockRestore();
}

test.each(['get', 'delete'] as const)('a %s on a storage that hangs times out', async (what) => {
  const own = vault('1:14');
  await own.put('outgoing', 'a', { text: 'kept' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answers = hangs(what);
  const said = logged.length;
  const asked = what === 'get' ? own.get('outgoing', 'a', Text) : own.remove('outgoing', 'a').then(() => null);
  let answer: unknown = 'waiting';
  void asked.then((value) => {
    answer = value;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(answer).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect([answer, logged.length]).toEqual([null, said + 1]);
  vi.useRealTimers();
  answers();
  expect(await own.get('outgoing', 'a', Text)).toEqual({ text: 'kept' });
});
