import { BehaviorSubject, Subject } from 'rxjs';
import type * as z from 'zod/mini';
import type { StorageState, StoreOutcome } from '../domain/outgoing.ts';
import { createRefusedReads } from './refusedReads.ts';
import { type Sealed, seal, unseal } from './sealed.ts';
import { createUnloadJournal } from './unloadJournal.ts';
import { createUnstoredWrites, type Write } from './unstoredWrites.ts';
import type { Vault, VaultNeeds } from './vault.ts';
import { applyChanges, applyJournalOnce, type Database, flushToDisk, openVaultDatabase } from './vaultDatabase.ts';
import { withTimeout } from './withTimeout.ts';
import { type Change, createWriteQueue, type Kind, keyOf } from './writeQueue.ts';

const flushDelayMs = 1_000;

/**
 * IndexedDB commits survive a crashed browser, but not a power cut. This flushes them one second after the last write.
 */
export function createDebouncedFlush(flushToDisk: () => Promise<void>, log: (what: string, detail: unknown) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function now() {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    await flushToDisk().catch((cause: unknown) => log('the flush to disk failed', cause));
  }
  return {
    later() {
      clearTimeout(timer);
      timer = setTimeout(now, flushDelayMs);
    },
    /** Flushes immediately, for use when the page closes. */
    now,
  };
}

type Needs = Pick<VaultNeeds, 'page' | 'owner' | 'log'> & { readonly crypto: Crypto };

/** Deleting an attached file needs no free space; it creates some. */
const freesSpace = ({ kind, value }: Write) => value === undefined && (kind === 'upload' || kind === 'uploadBytes');

/** One person's vault in IndexedDB: AES-GCM under that person's key, which scripts can use but not export. */
export function createSealedVault({ crypto, page, owner, log }: Needs): Vault {
  const { subtle } = crypto;
  const storageState$ = new BehaviorSubject<StorageState>('kept');
  const queue = createWriteQueue();
  const journal = page && createUnloadJournal(page, owner, log);
  const journalApplied$ = new Subject<void>();
  let opened: ReturnType<typeof openVaultDatabase> | null = null;
  let isOpenable = true;
  /** Values are encrypted also while the database is closed, so that they can go into the journal. */
  let knownKey: CryptoKey | null = null;

  /** After a failure to open, and when the browser has closed the database, the next use opens it. */
  function unlocked() {
    const onClosed = () => {
      opened = null;
    };
    opened ??= openVaultDatabase(subtle, owner, onClosed).then(
      (database) => {
        knownKey = database.key;
        isOpenable = true;
        updateState();
        return database;
      },
      (cause: unknown) => {
        log('the vault could not be opened', cause);
        opened = null;
        isOpenable = false;
        updateState();
        throw cause;
      },
    );
    return opened;
  }
  /** A connection may be dead without the browser saying so. */
  async function reopen() {
    const before = opened;
    opened = null;
    (await before?.catch(() => null))?.db.close();
    await unlocked();
    await refused.repeat();
  }

  /** True while journals of closed pages may exist; they are applied before anything newer is written. */
  let mayHaveJournals = journal !== null;
  let applying: Promise<void> | null = null;
  async function applyAll() {
    const { db } = await unlocked();
    const count = await journal?.applyAll((name, changes) => applyJournalOnce(db, owner, name, changes));
    mayHaveJournals = false;
    if (count) journalApplied$.next();
  }
  /** A failure is logged here, so callers may ignore it; the next read or write tries again. */
  function applyJournals(): Promise<void> {
    applying ??= applyAll()
      .catch((cause: unknown) => {
        mayHaveJournals = true;
        log('an unload journal could not be applied', cause);
        throw cause;
      })
      .finally(() => {
        applying = null;
      });
    return applying;
  }
  applyJournals().catch(() => {});

  /** Waits before reading until journals of closed pages are applied, unless that fails. */
  async function whenOpened() {
    const database = await unlocked();
    if (mayHaveJournals) await applyJournals().catch(() => {});
    return database;
  }
  const sealedAs = (kind: Kind, id: string) => `${owner}|${kind}|${id}`;
  async function unsealed<T>(kind: Kind, id: string, sealed: Sealed, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const read = shape.safeParse(await unseal(subtle, (await unlocked()).key, sealedAs(kind, id), sealed));
      return read.success ? read.data : null;
    } catch (cause) {
      log(`a stored ${kind} cannot be decrypted`, cause);
      return null;
    }
  }

  /** Reads from the open database, or waits until the storage does not refuse any more. */
  const fromDatabase = <T>(kind: Kind, id: string, work: (db: Database) => Promise<T>, missing: T): Promise<T> =>
    refused.read({
      key: keyOf({ kind, id }),
      work: async () => work((await whenOpened()).db),
      missing,
      refused: (cause) => log(`a stored ${kind} could not be read`, cause),
    });
  const refused = createRefusedReads({
    probe: async () => (await unlocked()).db.get('items', [owner, 'taken', '']),
    changed: updateState,
  });

  async function read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    const sealed = await fromDatabase(kind, id, (db) => db.get('items', [owner, kind, id]), undefined);
    return sealed ? unsealed(kind, id, sealed, shape) : null;
  }

  const flush = createDebouncedFlush(async () => flushToDisk((await unlocked()).db, owner), log);
  const isUnread = (one: Pick<Write, 'kind' | 'id'>) => refused.has(keyOf(one));
  /** False if a later write has replaced this one. What has not been read yet is neither overwritten nor deleted. */
  async function commit(requested: readonly Write[]): Promise<boolean> {
    const writes = requested.filter((one) => one.value !== undefined || !isUnread(one));
    const queued = queue.add(writes.map(keyOf));
    try {
      const sealAll = async (key: CryptoKey) => {
        const sealing = async ({ kind, id, value }: Write): Promise<Change> => ({
          kind,
          id,
          sealed: value === undefined ? null : await seal(crypto, key, sealedAs(kind, id), value),
        });
        queue.sealed(queued, await Promise.all(writes.map(sealing)));
      };
      const key = knownKey ?? (await unlocked()).key;
      await sealAll(key);
      if (writes.some(isUnread)) throw new Error('the stored value has not been read yet, and must not be overwritten');
      if (mayHaveJournals && !writes.every(freesSpace)) await applyJournals();
      const current = (await unlocked()).key;
      // The browser may have removed the database, and the one that is open now has another key.
      if (current !== key) await sealAll(current);
      const changes = (await queue.turn(queued)) ? queue.latest(queued) : [];
      if (changes.length > 0) await applyChanges((await unlocked()).db, owner, changes);
      flush.later();
      return changes.length > 0;
    } catch (cause) {
      unstored.add(requested, queued.changes ?? []);
      throw cause;
    } finally {
      queue.end(queued);
    }
  }
  function updateState() {
    const isStored = isOpenable && unstored.isEmpty();
    const state = !isStored ? 'failed' : refused.isEmpty() ? 'kept' : 'unread';
    if (state !== storageState$.value) storageState$.next(state);
    unstored.plan();
  }
  const unstored = createUnstoredWrites({
    async store(writes) {
      unstored.begin(writes);
      await commit(writes);
      for (const one of writes) unstored.forget(keyOf(one));
      updateState();
    },
    isBusy: (key) => queue.isOpen(key) || refused.has(key),
    reopen,
    isFailing: () => storageState$.value !== 'kept',
  });
  /** A storage that hangs counts as failed after a timeout; its late result still updates `storageState$`. */
  async function keep(write: Write, draft: string | null): Promise<StoreOutcome> {
    const deletedDraft: readonly Write[] = draft === null ? [] : [{ kind: 'draft', id: draft }];
    const writes = [write, ...deletedDraft];
    const report = (outcome: StoreOutcome) => {
      if (outcome === 'kept') for (const one of writes) unstored.forget(keyOf(one));
      updateState();
      return outcome;
    };
    const failed = (cause: unknown) => {
      log(`${write.kind} could not be stored`, cause);
      return report('failed');
    };
    unstored.begin(writes);
    const writing = commit(writes).then((isCurrent) => (isCurrent ? report('kept') : 'kept'), failed);
    return withTimeout(writing).catch(() => {
      unstored.add(writes, []);
      return report('failed');
    });
  }

  const scope = new AbortController();
  const listenerOptions = { signal: scope.signal };
  /** Later writes of a key come last, so that they win. */
  const writeJournal = () =>
    journal?.write([...unstored.sealed(), ...queue.unfinished()].filter((one) => !isUnread(one)));
  page?.addEventListener('pagehide', writeJournal, listenerOptions);
  const ask = (event: Event) => {
    if (unstored.hasTyped()) event.preventDefault();
  };
  page?.addEventListener('beforeunload', ask, listenerOptions);
  // A page restored from the back-forward cache applies its own journal.
  page?.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && void applyJournals().catch(() => {}),
    listenerOptions,
  );
  const onStorage = (event: StorageEvent) => {
    if (journal?.isJournalEvent(event)) applyJournals().catch(() => {});
  };
  page?.addEventListener('storage', onStorage, listenerOptions);

  return {
    storageState$,
    journalApplied$,
    put: (kind, id, value) => keep({ kind, id, value }, null),
    replaceDraft: (draft, kind, id, value) => keep({ kind, id, value }, draft),
    read,
    async get(kind, id, shape) {
      try {
        return await withTimeout(read(kind, id, shape));
      } catch (cause) {
        log(`a stored ${kind} could not be read`, cause);
        return null;
      }
    },
    async all(kind, shape) {
      const range = IDBKeyRange.bound([owner, kind], [owner, kind, []]);
      const keys = await fromDatabase(kind, '', (db) => db.getAllKeys('items', range), []);
      const values = await Promise.all(keys.map(([, , id]) => read(kind, id, shape)));
      return values.filter((value) => value !== null);
    },
    async remove(kind, id) {
      const key = keyOf({ kind, id });
      const clearFailure = () => {
        unstored.forget(key);
        updateState();
      };
      const writes = [{ kind, id }];
      unstored.begin(writes);
      clearFailure();
      try {
        await withTimeout(commit(writes).then(clearFailure));
      } catch (cause) {
        log(`${kind} could not be removed`, cause);
        updateState();
      }
    },
    release(kind, id) {
      if (unstored.forget(keyOf({ kind, id }))) updateState();
    },
    close() {
      const close = async () => {
        await withTimeout(queue.idle()).catch(writeJournal);
        unstored.close();
        scope.abort();
        // A failed flush is logged; waiting longer for a storage that hangs would keep its database open for ever.
        await withTimeout(flush.now()).catch(() => {});
        (await opened)?.db.close();
      };
      // A database that could not be opened was logged then, and needs no closing.
      close().catch(() => {});
    },
  };
}
