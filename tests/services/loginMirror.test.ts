import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoginMirror } from '../../src/services/loginMirror.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => vi.restoreAllMocks());

const ended = (savedAt: number) => ({ kind: 'ended', savedAt }) as const;
const refuse = () => {
  throw new DOMException('no', 'UnknownError');
};

test('a database that could not be opened once is opened by the next use', async () => {
  const mirror = createLoginMirror();
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(refuse);
  await mirror.write(ended(1));
  expect(await mirror.read()).toBeNull();
  opening.mockRestore();
  await mirror.write(ended(2));
  expect(await mirror.read()).toEqual(ended(2));
});

test('a database that cannot be read is no sign-in, and is read again later', async () => {
  const mirror = createLoginMirror();
  await mirror.write(ended(1));
  const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(refuse);
  expect(await mirror.read()).toBeNull();
  await mirror.write(ended(2), { ifCurrent: ended(1) });
  reading.mockRestore();
  expect(await mirror.read()).toEqual(ended(1));
});

test('a connection that is dead without a word is opened again', async () => {
  const mirror = createLoginMirror();
  await mirror.write(ended(1));
  const dead = new WeakSet<IDBDatabase>();
  const transaction = IDBDatabase.prototype.transaction;
  let isDying = true;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...what) {
    if (isDying) dead.add(this);
    if (dead.has(this)) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    return transaction.apply(this, what);
  });
  expect(await mirror.read()).toBeNull();
  isDying = false;
  expect(await mirror.read()).toEqual(ended(1));
});
