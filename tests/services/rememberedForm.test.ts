import { webcrypto } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRememberedForm } from '../../src/services/rememberedForm.ts';

const day = 24 * 3_600_000;
const form = { username: 'doctor01', password: 'Cloudroom2026' };
/** The platform's time, and how far this machine's clock is ahead of it. */
let time = 0;
let aheadMs = 0;

const freshStorage = () => {
  globalThis.indexedDB = new IDBFactory();
};
afterAll(freshStorage);
beforeEach(() => {
  freshStorage();
  time = Date.UTC(2026, 0, 1);
  aheadMs = 0;
});
const clock = { now: () => time, latest: () => time + Math.max(aheadMs, 0) };
const load = () => import('../../src/services/formRecord.ts');
const open = () =>
  createRememberedForm({ crypto: webcrypto as Crypto, indexedDB: globalThis.indexedDB, time: clock, load });
const kept = async () => {
  const db = await openDB('cloudroom-form');
  const found = { form: await db.get('kept', 'form'), key: await db.get('kept', 'key') };
  db.close();
  return found;
};
const change = async (part: object) => {
  const db = await openDB('cloudroom-form');
  await db.put('kept', { ...(await db.get('kept', 'form')), ...part }, 'form');
  db.close();
};

test('account and password are recalled for their hospital only', async () => {
  await open().remember('1', form);
  expect(await open().recall('1')).toEqual(form);
  expect(await open().recall('2')).toBeNull();
});

test('stored data does not contain the password in clear text, and the key cannot be exported', async () => {
  await open().remember('1', form);
  const found = await kept();
  expect(JSON.stringify(found, (_, value) => (ArrayBuffer.isView(value) ? String(value) : value))).not.toContain(
    form.password,
  );
  expect(Buffer.from(found.form.ct).toString('latin1')).not.toContain(form.password);
  await expect(webcrypto.subtle.exportKey('raw', found.key)).rejects.toThrow();
});

test('each save uses a new key and a new initialisation vector', async () => {
  await open().remember('1', form);
  const first = await kept();
  await open().remember('1', form);
  const second = await kept();
  expect(Buffer.from(second.form.iv).equals(Buffer.from(first.form.iv))).toBe(false);
  expect(second.form.iv).toHaveLength(12);
  expect(Buffer.from(second.form.ct).equals(Buffer.from(first.form.ct))).toBe(false);
});

test('the form is available for 30 days less an hour, and deleted with its key a second after 30 days', async () => {
  await open().remember('1', form);
  time += 30 * day - 3_600_000;
  expect(await open().recall('1')).toEqual(form);
  time += 3_601_000;
  expect(await open().recall('1')).toBeNull();
  expect(await kept()).toEqual({ form: undefined, key: undefined });
});

test('a form saved while the machine was a year ahead still expires after 30 days by the platform’s clock', async () => {
  aheadMs = 365 * day;
  await open().remember('1', form);
  aheadMs = 0;
  expect(await open().recall('1')).toEqual(form);
  time += 30 * day + 1_000;
  expect(await open().recall('1')).toBeNull();
  expect(await kept()).toEqual({ form: undefined, key: undefined });
});

test('a record dated in the future is deleted', async () => {
  await open().remember('1', form);
  time -= day;
  expect(await open().recall('1')).toBeNull();
  expect(await kept()).toEqual({ form: undefined, key: undefined });
});

test.each([
  ['a later expiry', { expiresAt: Date.UTC(2030, 0, 1) }],
  ['an earlier expiry', { expiresAt: Date.UTC(2026, 0, 20) }],
  ['another account', { user: 'doctor02' }],
  ['another hospital', { tenant: '2' }],
  ['an earlier date', { savedAt: Date.UTC(2025, 11, 31) }],
  ['a later date', { savedAt: Date.UTC(2026, 0, 1) + 1 }],
  ['fewer refusals', { failures: -1 }],
  ['another vector', { iv: new Uint8Array(12) }],
  ['other contents', { ct: new ArrayBuffer(32) }],
  ['another version', { v: 1 }],
])(
  '%s written into the record deletes it with its key, at the hospital it was kept for and at another',
  async (_, part) => {
    for (const hospital of ['1', '2']) {
      await open().remember('1', form);
      await change(part);
      expect(await open().recall(hospital)).toBeNull();
      expect(await kept()).toEqual({ form: undefined, key: undefined });
    }
  },
);

test('the third refusal of the remembered password deletes it', async () => {
  const remembered = open();
  await remembered.remember('1', form);
  await remembered.refused();
  await remembered.refused();
  expect(await remembered.recall('1')).toEqual(form);
  await remembered.refused();
  expect(await kept()).toEqual({ form: undefined, key: undefined });
});

test('forgetting deletes form and key', async () => {
  await open().remember('1', form);
  await open().forget();
  expect(await open().recall('1')).toBeNull();
  expect(await kept()).toEqual({ form: undefined, key: undefined });
});

test('without WebCrypto or IndexedDB nothing is stored, and the reason is reported', async () => {
  const plain = createRememberedForm({ crypto: {} as Crypto, indexedDB: globalThis.indexedDB, time: clock, load });
  const blocked = createRememberedForm({ crypto: webcrypto as Crypto, indexedDB: undefined, time: clock, load });
  expect([plain.unavailable, blocked.unavailable, open().unavailable]).toEqual(['noCrypto', 'noStorage', null]);
  await plain.remember('1', form);
  await blocked.remember('1', form);
  expect(await plain.recall('1')).toBeNull();
  expect(await open().recall('1')).toBeNull();
});

test('a browser that refuses to open IndexedDB loses the form, not the sign-in', async () => {
  const refusing = {
    open() {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  globalThis.indexedDB = refusing as unknown as IDBFactory;
  const remembered = open();
  await remembered.remember('1', form);
  expect(await remembered.recall('1')).toBeNull();
});

test('a database that hangs keeps nobody from signing in', async () => {
  const hanging = { open: () => new EventTarget(), deleteDatabase: () => new EventTarget() };
  globalThis.indexedDB = hanging as unknown as IDBFactory;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const remembered = open();
  const done: unknown[] = [];
  void remembered.recall('1').then((found) => done.push(found));
  void remembered.remember('1', form).then(() => done.push('remembered'));
  void remembered.refused().then(() => done.push('refused'));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done.toSorted()).toEqual([null, 'refused', 'remembered'].toSorted());
  });
});
