import { openDB } from 'idb';
import * as z from 'zod/mini';
import { Tokens } from '../../contract/http/auth.ts';
import { TenantId } from '../../contract/ids.ts';

/** A sign-in as it is written down. */
export const KeptLogin = z.extend(Tokens, {
  tenantId: TenantId,
  renewAt: z.nullable(z.number()),
  savedAt: z.number(),
});
export type KeptLogin = z.infer<typeof KeptLogin>;

const Mirrored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('login'), login: KeptLogin, settled: z.boolean() }),
  z.object({ kind: z.literal('ended'), savedAt: z.number() }),
]);
export type Mirrored = z.infer<typeof Mirrored>;

/**
 * The newest tokens a second time. Chromium keeps a later localStorage write in memory for 40 to 75 s, so a killed
 * browser would come back with rotated tokens; IndexedDB keeps what was committed.
 */
export type LoginMirror = {
  read(): Promise<Mirrored | null>;
  write(mirrored: Mirrored): Promise<void>;
};

const store = 'kept';

export function loginMirror(): LoginMirror {
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
  return {
    async read() {
      try {
        const found = Mirrored.safeParse(await (await opened()).get(store, 'login'));
        return found.success ? found.data : null;
      } catch {
        return null;
      }
    },
    async write(mirrored) {
      try {
        const transaction = (await opened()).transaction(store, 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put(mirrored, 'login'), transaction.done]);
      } catch {
        // Without IndexedDB the session lives in web storage alone.
      }
    },
  };
}
