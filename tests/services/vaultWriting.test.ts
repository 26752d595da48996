import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openVault } from '../../src/services/openVault.ts';

globalThis.indexedDB = new IDBFactory();

const Text = z.object({ text: z.string() });
const logged: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  logged.length = 0;
});

function open(owner: string = crypto.randomUUID(), own: Crypto = crypto) {
  return openVault({ crypto: own, indexedDB, page: null, owner, log: (what) => logged.push(what) });
}

/** The connections that were used since. */
function usedConnections(): IDBDatabase[] {
  const connections: IDBDatabase[] = [];
  const transaction = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...what) {
    connections.push(this);
    return transaction.apply(this, what);
  });
  return connections;
}

const deleteDatabase = (name: string) =>
  new Promise<unknown>((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });

test('after the browser removed its storage, the next message can be read by the next page', async () => {
  const connections = usedConnections();
  const owner = crypto.randomUUID();
  const vault = open(owner);
  await vault.put('outgoing', 'm1', { text: 'one' });
  forceCloseDatabase(connections.at(-1) as never);
  await deleteDatabase('cloudroom-work');
  expect(await vault.put('outgoing', 'm2', { text: 'two' })).toBe('kept');
  expect(await vault.put('outgoing', 'm3', { text: 'three' })).toBe('kept');
  expect(await open(owner).all('outgoing', Text)).toEqual([{ text: 'two' }, { text: 'three' }]);
});

test('a vault whose connection the browser closed reads and stores again', async () => {
  const connections = usedConnections();
  const vault = open();
  expect(await vault.put('draft', 'reply:3', { text: 'Take two' })).toBe('kept');
  forceCloseDatabase(connections.at(-1) as never);
  await expect.poll(() => vault.get('draft', 'reply:3', Text)).toEqual({ text: 'Take two' });
  expect(await vault.put('draft', 'reply:3', { text: 'Take two tablets' })).toBe('kept');
  expect(await vault.get('draft', 'reply:3', Text)).toEqual({ text: 'Take two tablets' });
});

test('a message is stored without waiting for the write of its draft', async () => {
  const vault = open();
  await vault.get('draft', 'nothing', Text);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => new IDBRequest() as never);
  void vault.put('draft', 'reply:3', { text: 'Take two' });
  // Sealing takes a while: the write that never ends must be the draft's.
  await expect.poll(() => put.mock.calls.length).toBe(1);
  expect(await vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'Take two' })).toBe('kept');
});

test('a value sealed late does not overwrite a later write', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let slow = true;
  const encrypt: SubtleCrypto['encrypt'] = async (...what) => {
    const waits = slow;
    slow = false;
    if (waits) await released;
    return crypto.subtle.encrypt(...what);
  };
  const subtle = new Proxy(crypto.subtle, {
    get: (real, name) => (name === 'encrypt' ? encrypt : Reflect.get(real, name).bind(real)),
  });
  const getRandomValues: Crypto['getRandomValues'] = (bytes) => crypto.getRandomValues(bytes);
  const vault = open(crypto.randomUUID(), { subtle, getRandomValues } as Crypto);
  const first = vault.put('draft', 'reply:3', { text: 'Take two' });
  await vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'Take two' });
  release();
  await first;
  expect([await vault.all('draft', Text), await vault.all('outgoing', Text)]).toEqual([[], [{ text: 'Take two' }]]);
});

test('a text typed faster than the disk writes is stored in its last version, not per keystroke', async () => {
  const vault = open();
  await vault.get('draft', 'nothing', Text);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const typed = 'Take two tablets';
  await Promise.all(Array.from(typed, (_, at) => vault.put('draft', 'reply:3', { text: typed.slice(0, at + 1) })));
  expect(await vault.get('draft', 'reply:3', Text)).toEqual({ text: typed });
  expect(put.mock.calls.length).toBeLessThan(5);
});

test('a write requested while the vault closes is stored', async () => {
  const vault = open('1:8');
  void vault.put('draft', 'reply:3', { text: 'Take two' });
  vault.close();
  await expect.poll(() => open('1:8').get('draft', 'reply:3', Text)).toEqual({ text: 'Take two' });
});

/** The durability that a vault requests for each later write. */
async function watched() {
  const vault = open();
  await vault.get('draft', 'nothing', Text);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await vault.put('draft', 'reply:3', { text: 'Take two' });
  const { calls, contexts } = transaction.mock;
  const [own] = contexts;
  const asked = () =>
    calls.filter((_, at) => contexts[at] === own).map(([, mode, options]) => `${mode} ${options?.durability}`);
  return { vault, asked };
}

test('a message write waits for the disk; keystrokes are flushed once typing pauses', async () => {
  const { vault, asked } = await watched();
  await vault.remove('outgoing', 'sent before');
  expect(asked()).toEqual(['readwrite relaxed', 'readwrite relaxed']);
  await vault.replaceDraft('reply:3', 'outgoing', 'm', { text: 'Take two' });
  expect(asked().at(-1)).toBe('readwrite strict');
  await vault.put('draft', 'reply:3', { text: 'Next' });
  expect(asked().at(-1)).toBe('readwrite relaxed');
  await expect.poll(() => asked().at(-1), { timeout: 3_000 }).toBe('readwrite strict');
  expect(asked()).toHaveLength(5);
});

test('closing the vault flushes a text that was not flushed', async () => {
  const { vault, asked } = await watched();
  vault.close();
  await expect.poll(asked).toEqual(['readwrite relaxed', 'readwrite strict']);
  expect(logged).toEqual([]);
});
