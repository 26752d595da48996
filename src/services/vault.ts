import type { BehaviorSubject, Observable } from 'rxjs';
import type * as z from 'zod/mini';
import type { StoreOutcome } from '../machines/delivery.ts';
import { memoryVault } from './memoryVault.ts';
import { sealedVault } from './sealedVault.ts';
import type { Page } from './unloadJournal.ts';
import type { Kind } from './writeQueue.ts';

/** What is kept of one person's unfinished work on this machine: nothing of it can be read without that person's key. */
export type Vault = {
  /**
   * Resolves when it would survive the browser being killed; `volatile` where this browser cannot keep anything safely.
   * Of what is asked for one place the last stands: what it overtook on its way is not written.
   */
  put(kind: Kind, id: string, value: unknown): Promise<StoreOutcome>;
  /** The same, and in the same stroke the draft that it was written as is gone: never both, never neither. */
  replaceDraft(draft: string, kind: Kind, id: string, value: unknown): Promise<StoreOutcome>;
  /** Null where there is nothing, where it cannot be read, and where the storage hangs. */
  get<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** The same, however long the storage takes: what nobody waits for is still learnt. */
  read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** Everything of a kind; what no longer fits its shape is left out. */
  all<T>(kind: Kind, shape: z.ZodMiniType<T>): Promise<readonly T[]>;
  remove(kind: Kind, id: string): Promise<void>;
  /** `failed` as long as there is something that this page has and the storage has not. */
  readonly safety$: BehaviorSubject<StoreOutcome>;
  /** Something that another page left has been kept: what was read before may lack it. */
  readonly takenUp$: Observable<void>;
  /** What was asked for before is still carried out. */
  close(): void;
};

export type VaultNeeds = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  /** Tells when it goes: what is not on the disk by then is left with it. */
  readonly page: Page | null;
  /** Tenant and user as one word. */
  readonly owner: string;
  readonly log: (what: string, detail: unknown) => void;
};

/** One person's vault: in IndexedDB where this browser can seal it, in memory where it cannot. */
export function openVault({ crypto, indexedDB, ...needs }: VaultNeeds): Vault {
  if (!crypto?.subtle || !indexedDB) return memoryVault();
  return sealedVault({ crypto, ...needs });
}
