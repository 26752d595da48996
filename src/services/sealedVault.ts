import { BehaviorSubject, Subject } from 'rxjs';
import type * as z from 'zod/mini';
import type { StoreOutcome } from '../domain/outgoing.ts';
import { type Sealed, seal, unseal } from './sealed.ts';
import { createUnloadJournal } from './unloadJournal.ts';
import type { Vault, VaultNeeds } from './vault.ts';
import { carryOut, carryOutOnce, openVaultDatabase, putOnDisk } from './vaultDatabase.ts';
import { withTimeout } from './withTimeout.ts';
import { type Change, createWriteQueue, type Kind, keyOf } from './writeQueue.ts';

const restMs = 1_000;

/**
 * Commits survive a killed browser at once; this flush makes them survive a power cut after a moment without writes.
 */
export function createDebouncedFlush(putOnDisk: () => Promise<void>, log: (what: string, detail: unknown) => void) {
  let rest: ReturnType<typeof setTimeout> | undefined;
  async function now() {
    if (rest === undefined) return;
    clearTimeout(rest);
    rest = undefined;
    await putOnDisk().catch((cause: unknown) => log('nothing could be put on the disk', cause));
  }
  return {
    later() {
      clearTimeout(rest);
      rest = setTimeout(now, restMs);
    },
    /** Flushes immediately, for use when the page closes. */
    now,
  };
}

type Needs = Pick<VaultNeeds, 'page' | 'owner' | 'log'> & { readonly crypto: Crypto };

/** A key and its new value; without a value the key is deleted. */
type Wish = Pick<Change, 'kind' | 'id'> & { readonly value?: unknown };

/** Deleting an attached file needs no free space; it creates some. */
const freesRoom = ({ kind, value }: Wish) => value === undefined && (kind === 'upload' || kind === 'uploadBytes');

/** One person's vault in IndexedDB: AES-GCM under that person's key, which scripts can use but not export. */
export function createSealedVault({ crypto, page, owner, log }: Needs): Vault {
  const { subtle } = crypto;
  const safety$ = new BehaviorSubject<StoreOutcome>('kept');
  /** Keys whose latest value is not stored. Storing one key must not clear the warning about another. */
  const unkept = new Set<string>();
  const writes = createWriteQueue();
  const journal = page && createUnloadJournal(page, owner, log);
  const takenUp$ = new Subject<void>();
  let opened: ReturnType<typeof openVaultDatabase> | null = null;

  /** After a failure to open, the next use tries again. */
  function unlocked() {
    opened ??= openVaultDatabase(subtle, owner).catch((cause: unknown) => {
      log('the vault could not be opened', cause);
      opened = null;
      safety$.next('failed');
      throw cause;
    });
    return opened;
  }

  /** True while journals of closed pages may exist; they are applied before anything newer is written. */
  let owed = journal !== null;
  let taking: Promise<void> | null = null;
  async function takeAll() {
    const { db } = await unlocked();
    const count = await journal?.takeUp((name, changes) => carryOutOnce(db, owner, name, changes));
    owed = false;
    if (count) takenUp$.next();
  }
  function takeUp(): Promise<void> {
    taking ??= takeAll()
      .catch((cause: unknown) => {
        owed = true;
        log('what a page left behind could not be kept', cause);
        throw cause;
      })
      .finally(() => {
        taking = null;
      });
    return taking;
  }
  takeUp().catch(() => {});

  /** Waits before reading until journals of closed pages are applied, unless that fails. */
  async function settled() {
    const database = await unlocked();
    if (owed) await takeUp().catch(() => {});
    return database;
  }
  const sealedAs = (kind: Kind, id: string) => `${owner}|${kind}|${id}`;
  async function unsealed<T>(kind: Kind, id: string, sealed: Sealed, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const read = shape.safeParse(await unseal(subtle, (await unlocked()).key, sealedAs(kind, id), sealed));
      return read.success ? read.data : null;
    } catch (cause) {
      log(`kept ${kind} cannot be read any more`, cause);
      return null;
    }
  }

  async function read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const sealed = await (await settled()).db.get('items', [owner, kind, id]);
      return sealed ? await unsealed(kind, id, sealed, shape) : null;
    } catch (cause) {
      log(`kept ${kind} could not be read`, cause);
      return null;
    }
  }

  const rest = createDebouncedFlush(async () => putOnDisk((await unlocked()).db, owner), log);
  /** False if a later write has replaced this one. */
  async function fulfil(wishes: readonly Wish[]): Promise<boolean> {
    const write = writes.add(wishes.map(keyOf));
    try {
      const { db, key } = await unlocked();
      const sealing = async ({ kind, id, value }: Wish): Promise<Change> => ({
        kind,
        id,
        sealed: value === undefined ? null : await seal(crypto, key, sealedAs(kind, id), value),
      });
      writes.sealed(write, await Promise.all(wishes.map(sealing)));
      if (owed && !wishes.every(freesRoom)) await takeUp();
      const changes = (await writes.turn(write)) ? writes.latest(write) : [];
      if (changes.length > 0) await carryOut(db, owner, changes);
      rest.later();
      return changes.length > 0;
    } finally {
      writes.end(write);
    }
  }
  const judge = () => {
    const safety = unkept.size > 0 ? 'failed' : 'kept';
    if (safety !== safety$.value) safety$.next(safety);
  };
  /** A storage that hangs counts as failed after a timeout; its late result still updates `safety$`. */
  async function keep(wish: Wish, draft: string | null): Promise<StoreOutcome> {
    const gone: readonly Wish[] = draft === null ? [] : [{ kind: 'draft', id: draft }];
    const report = (outcome: StoreOutcome) => {
      if (outcome === 'failed') unkept.add(keyOf(wish));
      else for (const one of [wish, ...gone]) unkept.delete(keyOf(one));
      judge();
      return outcome;
    };
    const failed = (cause: unknown) => {
      log(`${wish.kind} could not be kept`, cause);
      return report('failed');
    };
    const writing = fulfil([wish, ...gone]).then((isCurrent) => (isCurrent ? report('kept') : 'kept'), failed);
    return withTimeout(writing).catch(() => report('failed'));
  }

  const scope = new AbortController();
  const listenerOptions = { signal: scope.signal };
  const leave = () => journal?.leave(writes.unfinished());
  page?.addEventListener('pagehide', leave, listenerOptions);
  // A page restored from the back-forward cache applies its own journal.
  page?.addEventListener('pageshow', ({ persisted }) => persisted && void takeUp().catch(() => {}), listenerOptions);
  const onStorage = (event: StorageEvent) => {
    if (journal?.isLeft(event)) takeUp().catch(() => {});
  };
  page?.addEventListener('storage', onStorage, listenerOptions);

  return {
    safety$,
    takenUp$,
    put: (kind, id, value) => keep({ kind, id, value }, null),
    replaceDraft: (draft, kind, id, value) => keep({ kind, id, value }, draft),
    read,
    async get(kind, id, shape) {
      try {
        return await withTimeout(read(kind, id, shape));
      } catch (cause) {
        log(`kept ${kind} could not be read`, cause);
        return null;
      }
    },
    async all(kind, shape) {
      try {
        const { db } = await settled();
        const range = IDBKeyRange.bound([owner, kind], [owner, kind, []]);
        const [ids, sealed] = await Promise.all([db.getAllKeys('items', range), db.getAll('items', range)]);
        const opened = await Promise.all(sealed.map((one, at) => unsealed(kind, ids[at]?.[2] ?? '', one, shape)));
        return opened.filter((value) => value !== null);
      } catch (cause) {
        log(`kept ${kind} could not be read`, cause);
        return [];
      }
    },
    async remove(kind, id) {
      const forgive = () => {
        if (unkept.delete(keyOf({ kind, id }))) judge();
      };
      forgive();
      try {
        await withTimeout(fulfil([{ kind, id }]).then(forgive));
      } catch (cause) {
        log(`${kind} could not be removed`, cause);
      }
    },
    close() {
      const close = async () => {
        await withTimeout(writes.idle()).catch(leave);
        scope.abort();
        await withTimeout(rest.now()).catch(() => {});
        (await opened)?.db.close();
      };
      close().catch(() => {});
    },
  };
}
