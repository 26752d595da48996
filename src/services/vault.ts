import { BehaviorSubject } from 'rxjs';
import type * as z from 'zod/mini';
import type { KeepOutcome } from '../machines/delivery.ts';
import { inTime } from './inTime.ts';
import { memoryVault } from './memoryVault.ts';
import { type Sealed, seal, unseal } from './sealed.ts';
import { turns } from './turns.ts';
import { openVaultDatabase } from './vaultDatabase.ts';

/** What is kept of one person's unfinished work on this machine: nothing of it can be read without that person's key. */
export type Vault = {
  /** Resolves when it would survive the browser being killed; `volatile` where this browser cannot keep anything safely. */
  put(kind: Kind, id: string, value: unknown): Promise<KeepOutcome>;
  /** The same, and in the same stroke the draft that it was written as is gone: never both, never neither. */
  replaceDraft(draft: string, kind: Kind, id: string, value: unknown): Promise<KeepOutcome>;
  /** Null where there is nothing, where it cannot be read, and where the storage hangs. */
  get<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** The same, however long the storage takes: what nobody waits for is still learnt. */
  read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null>;
  /** Everything of a kind; what no longer fits its shape is left out. */
  all<T>(kind: Kind, shape: z.ZodMiniType<T>): Promise<readonly T[]>;
  remove(kind: Kind, id: string): Promise<void>;
  /** How the last attempt to keep something went. */
  readonly safety$: BehaviorSubject<KeepOutcome>;
  close(): void;
};

export type Kind = 'outgoing' | 'draft' | 'desk' | 'upload' | 'uploadBytes';

type Needs = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  /** Tenant and user as one word. */
  readonly owner: string;
  readonly log: (what: string, detail: unknown) => void;
};

/** One person's vault in IndexedDB: AES-GCM under a key of their own that scripts can use but never read out. */
export function openVault({ crypto, indexedDB, owner, log }: Needs): Vault {
  if (!crypto?.subtle || !indexedDB) return memoryVault();
  return sealedVault(crypto, owner, log);
}

function sealedVault(crypto: Crypto, owner: string, log: Needs['log']): Vault {
  const { subtle } = crypto;
  const safety$ = new BehaviorSubject<KeepOutcome>('kept');
  /** What this page has and the storage has not: one thing that was kept does not end the warning about another. */
  const unkept = new Set<string>();
  /** Sealing takes its time, and what was asked last must stand. */
  const inTurn = turns();
  let opened: ReturnType<typeof openVaultDatabase> | null = null;

  /** A storage that could not be opened is tried again the next time it is needed. */
  function unlocked() {
    opened ??= openVaultDatabase(subtle, owner).catch((cause: unknown) => {
      log('the vault could not be opened', cause);
      opened = null;
      safety$.next('failed');
      throw cause;
    });
    return opened;
  }
  unlocked().catch(() => {});

  const placeOf = (kind: Kind, id: string) => `${owner}|${kind}|${id}`;
  async function unsealed<T>(kind: Kind, id: string, sealed: Sealed, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const read = shape.safeParse(await unseal(subtle, (await unlocked()).key, placeOf(kind, id), sealed));
      return read.success ? read.data : null;
    } catch (cause) {
      log(`kept ${kind} cannot be read any more`, cause);
      return null;
    }
  }

  async function read<T>(kind: Kind, id: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const sealed = await (await unlocked()).db.get('items', [owner, kind, id]);
      return sealed ? await unsealed(kind, id, sealed, shape) : null;
    } catch (cause) {
      log(`kept ${kind} could not be read`, cause);
      return null;
    }
  }

  async function write(kind: Kind, id: string, value: unknown, draft: string | null): Promise<KeepOutcome> {
    try {
      const { db, key } = await unlocked();
      const sealed = await seal(crypto, key, placeOf(kind, id), value);
      const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
      const gone = draft === null ? null : tx.store.delete([owner, 'draft', draft]);
      await Promise.all([tx.store.put(sealed, [owner, kind, id]), gone, tx.done]);
      return 'kept';
    } catch (cause) {
      log(`${kind} could not be kept`, cause);
      return 'failed';
    }
  }
  const judge = () => {
    const safety = unkept.size > 0 ? 'failed' : 'kept';
    if (safety !== safety$.value) safety$.next(safety);
  };
  /** A storage that hangs keeps nothing, and nobody may wait for it; what it does in the end is told all the same. */
  async function keep(...what: Parameters<typeof write>): Promise<KeepOutcome> {
    const [kind, id, , draft] = what;
    const thing = `${kind}|${id}`;
    const touched = draft === null ? [thing] : [thing, `draft|${draft}`];
    const tell = (outcome: KeepOutcome) => {
      if (outcome === 'failed') unkept.add(thing);
      else for (const one of touched) unkept.delete(one);
      judge();
      return outcome;
    };
    const writing = inTurn(touched, () => write(...what).then(tell));
    return inTime(writing).catch(() => tell('failed'));
  }

  return {
    safety$,
    put: (kind, id, value) => keep(kind, id, value, null),
    replaceDraft: (draft, kind, id, value) => keep(kind, id, value, draft),
    read,
    async get(kind, id, shape) {
      try {
        return await inTime(read(kind, id, shape));
      } catch (cause) {
        log(`kept ${kind} could not be read`, cause);
        return null;
      }
    },
    async all(kind, shape) {
      try {
        const { db } = await unlocked();
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
      const thing = `${kind}|${id}`;
      const forgive = () => {
        if (unkept.delete(thing)) judge();
      };
      forgive();
      const remove = async () => {
        forgive();
        await (await unlocked()).db.delete('items', [owner, kind, id]);
      };
      try {
        await inTime(inTurn([thing], remove));
      } catch (cause) {
        log(`${kind} could not be removed`, cause);
      }
    },
    close: () => void opened?.then(({ db }) => db.close()).catch(() => {}),
  };
}
