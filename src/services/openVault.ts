import { BehaviorSubject, NEVER } from 'rxjs';
import type * as z from 'zod/mini';
import type { StorageState } from '../domain/outgoing.ts';
import { createSealedVault } from './sealedVault.ts';
import type { Page } from './unloadJournal.ts';
import type { Vault, VaultNeeds } from './vault.ts';
import type { Kind } from './writeQueue.ts';

/** Without WebCrypto (plain http on an intranet) patient text is held in memory only and never stored unencrypted. */
export function createMemoryVault(page: Page | null): Vault {
  const kept = new Map<string, unknown>();
  const scope = new AbortController();
  const isTyped = (key: string) => !key.startsWith('desk|');
  const ask = (event: Event) => {
    if ([...kept.keys()].some(isTyped)) event.preventDefault();
  };
  page?.addEventListener('beforeunload', ask, { signal: scope.signal });
  const name = (kind: Kind, id: string) => `${kind}|${id}`;
  async function read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    const found = shape.safeParse(kept.get(name(kind, id)));
    return found.success ? found.data : null;
  }
  return {
    storageState$: new BehaviorSubject<StorageState>('volatile'),
    async put(kind, id, value) {
      kept.set(name(kind, id), value);
      return 'volatile';
    },
    async replaceDraft(draft, kind, id, value) {
      kept.delete(name('draft', draft));
      kept.set(name(kind, id), value);
      return 'volatile';
    },
    journalApplied$: NEVER,
    read,
    get: read,
    async all(kind, shape) {
      const found = [...kept].filter(([key]) => key.startsWith(`${kind}|`)).map(([, value]) => shape.safeParse(value));
      return found.flatMap((read) => (read.success ? [read.data] : []));
    },
    async remove(kind, id) {
      kept.delete(name(kind, id));
    },
    release: () => {},
    close() {
      scope.abort();
      kept.clear();
    },
  };
}

/** One person's vault: in IndexedDB if this browser can encrypt, otherwise in memory. */
export function openVault({ crypto, indexedDB, ...needs }: VaultNeeds): Vault {
  if (!crypto?.subtle || !indexedDB) return createMemoryVault(needs.page);
  return createSealedVault({ crypto, ...needs });
}
