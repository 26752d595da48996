import type { BehaviorSubject, Observable } from 'rxjs';
import type * as z from 'zod/mini';
import type { StorageState, StoreOutcome } from '../domain/outgoing.ts';
import type { Page } from './unloadJournal.ts';
import type { Kind } from './writeQueue.ts';

/** One person's unfinished work on this machine, encrypted under that person's key. */
export type Vault = {
  /**
   * Resolves when the value would survive a killed browser; `volatile` if this browser has no safe storage. Per key the
   * latest write wins, and writes it has overtaken are skipped.
   */
  put(kind: Kind, id: string, value: unknown): Promise<StoreOutcome>;
  /** Writes a value and deletes its draft in one transaction. */
  replaceDraft(draft: string, kind: Kind, id: string, value: unknown): Promise<StoreOutcome>;
  /** Null if the key is missing or unreadable, or if storage does not answer in time. */
  get<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** Like `get`, but waits as long as storage takes, also while it refuses. */
  read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** All values of a kind, however long storage takes; those that do not fit the schema are left out. */
  all<T>(kind: Kind, shape: z.ZodMiniType<T>): Promise<readonly T[]>;
  remove(kind: Kind, id: string): Promise<void>;
  /** Another tab has a later value of this key, so a write that failed here is not repeated. */
  release(kind: Kind, id: string): void;
  /**
   * `failed` while this page has a value that is not stored, `unread` while it misses one that is; both are tried again
   * with growing pauses.
   */
  readonly storageState$: BehaviorSubject<StorageState>;
  /** Emits when a closed page's writes have been applied; earlier reads may lack them. */
  readonly journalApplied$: Observable<void>;
  /** Pending writes still finish. */
  close(): void;
};

export type VaultNeeds = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  /** Source of unload events; what is not on the disk by then goes into the unload journal. */
  readonly page: Page | null;
  /** Hospital and user as one string. */
  readonly owner: string;
  readonly log: (what: string, detail: unknown) => void;
};
