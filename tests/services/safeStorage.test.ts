import { expect, test } from 'vitest';
import { createSafeStorage } from '../../src/services/safeStorage.ts';

const refuse = () => {
  throw new DOMException('no', 'SecurityError');
};

function storageOf(values = new Map<string, string>()) {
  let isReadable = true;
  const storage = {
    get length() {
      return isReadable ? values.size : refuse();
    },
    key: (at: number) => (isReadable ? ([...values.keys()][at] ?? null) : refuse()),
    getItem: (key: string) => (isReadable ? (values.get(key) ?? null) : refuse()),
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
  return {
    values,
    safe: createSafeStorage(() => storage as Storage),
    setReadable(now: boolean) {
      isReadable = now;
    },
  };
}

test('what a page has written is there for it, also where the storage throws whenever it is read', () => {
  const { safe, setReadable } = storageOf();
  setReadable(false);
  safe.setItem('TOKEN', 'a');
  expect([safe.getItem('TOKEN'), safe.getItem('other'), safe.names()]).toEqual(['a', null, ['TOKEN']]);
  safe.removeItem('TOKEN');
  expect(safe.getItem('TOKEN')).toBeNull();
});

test('a storage that cannot be read does not last, until it can be read again', () => {
  const { safe, setReadable } = storageOf(new Map([['TOKEN', 'earlier']]));
  expect(safe.isLasting()).toBe(true);
  setReadable(false);
  expect([safe.getItem('TOKEN'), safe.isLasting()]).toEqual([null, false]);
  setReadable(true);
  expect([safe.getItem('TOKEN'), safe.isLasting()]).toEqual(['earlier', true]);
});

test('what another tab has written since replaces what this page remembers', () => {
  const { safe, values } = storageOf();
  safe.setItem('TOKEN', 'a');
  values.set('TOKEN', 'b');
  expect(safe.getItem('TOKEN')).toBe('b');
});

test('a storage that is forbidden altogether holds values in memory', () => {
  const safe = createSafeStorage(refuse);
  safe.setItem('TOKEN', 'a');
  expect([safe.getItem('TOKEN'), safe.names(), safe.isLasting()]).toEqual(['a', ['TOKEN'], false]);
  safe.clear();
  expect([safe.getItem('TOKEN'), safe.names()]).toEqual([null, []]);
});
