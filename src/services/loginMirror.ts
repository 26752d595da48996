import { openDB } from 'idb';
import * as z from 'zod/mini';
import { Tokens } from '../../contract/http/auth.ts';
import { HospitalId } from '../../contract/ids.ts';
import { soon } from './soon.ts';

/** A sign-in as it is stored. */
export const StoredLogin = z.extend(Tokens, {
  tenantId: HospitalId,
  renewAt: z.nullable(z.number()),
  savedAt: z.number(),
  /** Whether its screen is locked; kept with the tokens, so that deleting the lock's own key opens nothing. */
  locked: z.optional(z.boolean()),
});
export type StoredLogin = z.infer<typeof StoredLogin>;

const Mirrored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('login'), login: StoredLogin, settled: z.boolean() }),
  z.object({ kind: z.literal('ended'), savedAt: z.number() }),
]);
export type Mirrored = z.infer<typeof Mirrored>;

/**
 * A second copy of the newest tokens. Chromium holds localStorage writes in memory for 40 to 75 s, so a killed browser
 * would restart with rotated tokens; committed IndexedDB writes survive.
 */
export type LoginMirror = {
  read(): Promise<Mirrored | null>;
  /** Compare-and-set: with `ifCurrent`, writes only if the stored copy is still that one. */
  write(mirrored: Mirrored, when?: { readonly ifCurrent: Mirrored | null }): Promise<void>;
};

const timeOf = (mirrored: Mirrored | null) =>
  mirrored?.kind === 'login' ? mirrored.login.savedAt : (mirrored?.savedAt ?? null);

const parsed = (kept: unknown): Mirrored | null => Mirrored.safeParse(kept).data ?? null;

const store = 'kept';

export function createLoginMirror(): LoginMirror {
  const open = () =>
    openDB('cloudroom-login', 1, {
      upgrade: (db) => {
        db.createObjectStore(store);
      },
      terminated: () => {
        database = null;
      },
    });
  let database: ReturnType<typeof open> | null = null;
  /** After a failure the next use opens the database again: the connection may be dead. */
  async function using<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    database ??= open();
    const used = database;
    try {
      return await work(await used);
    } catch (cause) {
      if (database === used) database = null;
      used.then(
        (db) => db.close(),
        () => {},
      );
      throw cause;
    }
  }
  const read = () => using(async (db) => parsed(await db.get(store, 'login')));
  const write = (mirrored: Mirrored, when?: { readonly ifCurrent: Mirrored | null }) =>
    using(async (db) => {
      const transaction = db.transaction(store, 'readwrite', { durability: 'strict' });
      // If reading fails, this function rejects before it waits for `done`, which then fails as well.
      transaction.done.catch(() => {});
      const isOvertaken = when && timeOf(parsed(await transaction.store.get('login'))) !== timeOf(when.ifCurrent);
      await Promise.all([isOvertaken ? null : transaction.store.put(mirrored, 'login'), transaction.done]);
    });
  return {
    read: () => soon(read(), null),
    /** Without IndexedDB the session lives in web storage alone. */
    write: (mirrored, when) => soon(write(mirrored, when), undefined),
  };
}
