import { openDB } from 'idb';
import * as z from 'zod/mini';
import { Tokens } from '../../contract/http/auth.ts';
import { TenantId } from '../../contract/ids.ts';

/** A sign-in as it is stored. */
export const StoredLogin = z.extend(Tokens, {
  tenantId: TenantId,
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
const timeoutMs = 700;

/** A database that hangs (another version of it is open, the disk is gone) must not block signing in or out. */
const soon = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), timeoutMs);
    const settle = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    work.then(settle, () => settle(otherwise));
  });

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
  const opened = () => {
    database ??= open();
    return database;
  };
  async function read(): Promise<Mirrored | null> {
    return parsed(await (await opened()).get(store, 'login'));
  }
  async function write(mirrored: Mirrored, when?: { readonly ifCurrent: Mirrored | null }): Promise<void> {
    const transaction = (await opened()).transaction(store, 'readwrite', { durability: 'strict' });
    const isOvertaken = when && timeOf(parsed(await transaction.store.get('login'))) !== timeOf(when.ifCurrent);
    await Promise.all([isOvertaken ? null : transaction.store.put(mirrored, 'login'), transaction.done]);
  }
  return {
    read: () => soon(read(), null),
    /** Without IndexedDB the session lives in web storage alone. */
    write: (mirrored, when) => soon(write(mirrored, when), undefined),
  };
}
