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
 * Web storage that may be forbidden or full: values it refuses are held in memory until the page closes. It never
 * throws.
 */
export function createSafeStorage(open: () => Storage) {
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
