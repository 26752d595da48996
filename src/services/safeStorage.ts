/** Storage key of this browser's secret; clearing a session does not delete it. */
export const deviceKey = 'DEVICE';

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The secret by which the platform recognises this browser; generated on first use. */
export function deviceSecret(local: Pick<NamedValues, 'getItem' | 'setItem'>): string {
  const kept = local.getItem(deviceKey);
  if (kept !== null && /^[\w-]{20,100}$/.test(kept)) return kept;
  const made = random();
  local.setItem(deviceKey, made);
  return made;
}

/** Prefix of the web storage keys of the unload journal. */
export const unloadJournalPrefix = 'cloudroom-unfinished:';

export type StoredValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;
export type NamedValues = StoredValues & { readonly names: () => readonly string[] };

/**
 * Web storage that may be forbidden or full, or not be readable: values that it refuses, and those that it does not give
 * back, are held in memory until the page closes. It never throws.
 */
export function createSafeStorage(open: () => Storage) {
  const here = new Map<string, string>();
  /** What this page has written, for a storage that takes values and does not give them back. */
  const written = new Map<string, string>();
  let isReadable = true;
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    /** False while something is held in memory only, or what is stored cannot be read. */
    isLasting: () => here.size === 0 && isReadable,
    names(): readonly string[] {
      const stored = attempt((storage) => Array.from(storage, (_, at) => storage.key(at) ?? ''), [...written.keys()]);
      return [...new Set([...stored, ...here.keys()])];
    },
    getItem(key: string): string | null {
      const inMemory = here.get(key);
      if (inMemory !== undefined) return inMemory;
      const read = attempt<{ readonly value: string | null } | null>(
        (storage) => ({ value: storage.getItem(key) }),
        null,
      );
      isReadable = read !== null;
      return read === null ? (written.get(key) ?? null) : read.value;
    },
    setItem(key: string, value: string) {
      written.set(key, value);
      here.delete(key);
      const taken = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!taken) here.set(key, value);
    },
    removeItem(key: string) {
      written.delete(key);
      here.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      written.clear();
      here.clear();
      attempt((storage) => storage.clear(), undefined);
    },
  };
}
