export type KeptValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;
export type NamedValues = KeptValues & { readonly names: () => readonly string[] };

/**
 * Web storage that may be forbidden or full: values it refuses are held in memory until the page closes. It never
 * throws.
 */
export function safeStorage(open: () => Storage) {
  const here = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    /** False while something is held in memory only. */
    isLasting: () => here.size === 0,
    names: (): readonly string[] => [
      ...attempt<readonly string[]>((storage) => Array.from(storage, (_, at) => storage.key(at) ?? ''), []),
      ...here.keys(),
    ],
    getItem: (key: string) => here.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key: string, value: string) {
      here.delete(key);
      const taken = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!taken) here.set(key, value);
    },
    removeItem(key: string) {
      here.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      here.clear();
      attempt((storage) => storage.clear(), undefined);
    },
  };
}
