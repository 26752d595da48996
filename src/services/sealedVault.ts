import { BehaviorSubject } from 'rxjs';
import type * as z from 'zod/mini';
import type { KeepOutcome } from '../machines/delivery.ts';
import { inTime } from './inTime.ts';
import { rescueBox } from './rescue.ts';
import { type Sealed, seal, unseal } from './sealed.ts';
import { type Change, type Kind, openStrokes, placeOf } from './strokes.ts';
import type { Vault, VaultNeeds } from './vault.ts';
import { carryOut, carryOutOnce, openVaultDatabase } from './vaultDatabase.ts';

type Needs = Pick<VaultNeeds, 'page' | 'owner' | 'log'> & { readonly crypto: Crypto };

/** A place and what is to stand there; without a value nothing. */
type Wish = Pick<Change, 'kind' | 'id'> & { readonly value?: unknown };

/** One person's vault in IndexedDB: AES-GCM under a key of their own that scripts can use but never read out. */
export function sealedVault({ crypto, page, owner, log }: Needs): Vault {
  const { subtle } = crypto;
  const safety$ = new BehaviorSubject<KeepOutcome>('kept');
  /** What this page has and the storage has not: one thing that was kept does not end the warning about another. */
  const unkept = new Set<string>();
  const strokes = openStrokes();
  const rescue = page && rescueBox(page, owner, log);
  let opened: ReturnType<typeof open> | null = null;

  /** What pages left could not be carried out: nothing newer is written before it is. */
  let owed = false;

  type Opened = Awaited<ReturnType<typeof openVaultDatabase>>;
  async function takeUp({ db }: Opened) {
    try {
      await rescue?.takeUp((name, changes) => carryOutOnce(db, owner, name, changes));
      owed = false;
    } catch (cause) {
      owed = true;
      log('what a page left behind could not be kept', cause);
      throw cause;
    }
  }
  async function open() {
    const database = await openVaultDatabase(subtle, owner);
    await takeUp(database).catch(() => {});
    return database;
  }
  /** A storage that could not be opened is tried again the next time it is needed. */
  function unlocked() {
    opened ??= open().catch((cause: unknown) => {
      log('the vault could not be opened', cause);
      opened = null;
      safety$.next('failed');
      throw cause;
    });
    return opened;
  }
  unlocked().catch(() => {});

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
      const sealed = await (await unlocked()).db.get('items', [owner, kind, id]);
      return sealed ? await unsealed(kind, id, sealed, shape) : null;
    } catch (cause) {
      log(`kept ${kind} could not be read`, cause);
      return null;
    }
  }

  /** False where something that was asked for later stands instead. */
  async function fulfil(wishes: readonly Wish[]): Promise<boolean> {
    const stroke = strokes.ask(wishes.map(placeOf));
    try {
      const database = await unlocked();
      const { db, key } = database;
      const sealing = async ({ kind, id, value }: Wish): Promise<Change> => ({
        ...{ kind, id },
        sealed: value === undefined ? null : await seal(crypto, key, sealedAs(kind, id), value),
      });
      strokes.sealed(stroke, await Promise.all(wishes.map(sealing)));
      if (owed) await takeUp(database);
      const changes = (await strokes.turn(stroke)) ? strokes.give(stroke) : [];
      if (changes.length > 0) await carryOut(db, owner, changes);
      return changes.length > 0;
    } finally {
      strokes.end(stroke);
    }
  }
  const judge = () => {
    const safety = unkept.size > 0 ? 'failed' : 'kept';
    if (safety !== safety$.value) safety$.next(safety);
  };
  /** A storage that hangs keeps nothing, and nobody may wait for it; what it does in the end is told all the same. */
  async function keep(wish: Wish, draft: string | null): Promise<KeepOutcome> {
    const gone: readonly Wish[] = draft === null ? [] : [{ kind: 'draft', id: draft }];
    const tell = (outcome: KeepOutcome) => {
      if (outcome === 'failed') unkept.add(placeOf(wish));
      else for (const one of [wish, ...gone]) unkept.delete(placeOf(one));
      judge();
      return outcome;
    };
    const failed = (cause: unknown) => {
      log(`${wish.kind} could not be kept`, cause);
      return tell('failed');
    };
    const writing = fulfil([wish, ...gone]).then((stands) => (stands ? tell('kept') : 'kept'), failed);
    return inTime(writing).catch(() => tell('failed'));
  }

  const scope = new AbortController();
  const heard = { signal: scope.signal };
  const leave = () => rescue?.leave(strokes.unfinished());
  page?.addEventListener('pagehide', leave, heard);
  page?.addEventListener('pageshow', ({ persisted }) => persisted && rescue?.withdraw(), heard);
  const anotherLeft = (event: StorageEvent) => rescue?.isLeft(event) && unlocked().then(takeUp);
  page?.addEventListener('storage', (event) => void Promise.resolve(anotherLeft(event)).catch(() => {}), heard);

  return {
    safety$,
    put: (kind, id, value) => keep({ kind, id, value }, null),
    replaceDraft: (draft, kind, id, value) => keep({ kind, id, value }, draft),
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
      const forgive = () => {
        if (unkept.delete(placeOf({ kind, id }))) judge();
      };
      forgive();
      try {
        await inTime(fulfil([{ kind, id }]).then(forgive));
      } catch (cause) {
        log(`${kind} could not be removed`, cause);
      }
    },
    close() {
      const close = async () => {
        await inTime(strokes.idle()).catch(leave);
        scope.abort();
        (await opened)?.db.close();
      };
      close().catch(() => {});
    },
  };
}
