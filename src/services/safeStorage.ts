export type KeptValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Web storage that may be forbidden or full: what it does not take is kept for this tab, and nothing ever throws. */
export function safeStorage(open: () => Storage): KeptValues {
  const here = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => here.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      here.delete(key);
      const taken = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!taken) here.set(key, value);
    },
    removeItem(key) {
      here.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      here.clear();
      attempt((storage) => storage.clear(), undefined);
    },
  };
}
